import { type Level, stateOf, thirds } from '../../../../domain/vocabulary/levels.ts';
import { dueOf, type Fragments, type Met, plain, type Row, sinceOf } from './glossary.ts';
import { eachOf, PIECE, type Steps, whole } from './steps.ts';

/** The filters and the order of the list. They are stored in the address. */
export interface Choice {
  readonly search: string;
  /** `counted`: part of the known count, to which levels II and III add thirds. */
  readonly state: 'all' | 'seen' | 'known' | 'counted' | 'credited' | 'due' | 'kept';
  readonly level: 'all' | 'I' | 'II' | 'III' | 'IV';
  /** Id of the book that it was met in; or 'unmet': in none yet; or 'none': no longer in a book. */
  readonly book: string;
  readonly kind: 'words' | 'endings' | 'all';
  /** `since`: by the day on which the level was reached. */
  readonly sort: 'met' | 'since' | 'due' | 'missed' | 'title';
}

const defaultChoice: Choice = {
  search: '',
  state: 'all',
  level: 'all',
  book: 'all',
  kind: 'words',
  sort: 'met',
};

const values: { readonly [Name in 'state' | 'level' | 'kind' | 'sort']: readonly Choice[Name][] } = {
  state: ['all', 'seen', 'known', 'counted', 'credited', 'due', 'kept'],
  level: ['all', 'I', 'II', 'III', 'IV'],
  kind: ['words', 'endings', 'all'],
  sort: ['met', 'since', 'due', 'missed', 'title'],
};

/** Unknown values in the address are ignored. */
export function choiceFrom(address: URLSearchParams): Choice {
  const of = <Name extends keyof typeof values>(name: Name) =>
    values[name].find(value => value === address.get(name)) ?? defaultChoice[name];
  return {
    search: address.get('q') ?? '',
    state: of('state') as Choice['state'],
    level: of('level') as Choice['level'],
    book: address.get('book') ?? 'all',
    kind: of('kind') as Choice['kind'],
    sort: of('sort') as Choice['sort'],
  };
}

/** The address with another choice; defaults are left out. */
export function addressWith(address: URLSearchParams, choice: Partial<Choice>): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries(choice)) {
    const key = name === 'search' ? 'q' : name;
    if (value === defaultChoice[name as keyof Choice]) next.delete(key);
    else next.set(key, value);
  }
  return next;
}

export function isNarrowed({ search, state, level, book }: Choice): boolean {
  return search.trim() !== '' || state !== 'all' || level !== 'all' || book !== 'all';
}

/** The data that rows are filtered and sorted by. */
export interface Glossary {
  /** Ordered by title. */
  readonly rows: readonly Row[];
  readonly fragments: Fragments;
  readonly books: readonly { readonly id: string }[];
  /** Seconds since 1970; everything due until then counts as due. */
  readonly now: number;
  /** Ids of kept fragments. */
  readonly kept: ReadonlySet<string>;
}

/** Whether the levels or due dates of fragments decide which rows are shown, or their order. */
export function dependsOnLevels({ state, level, sort }: Choice): boolean {
  return state !== 'all' || level !== 'all' || sort === 'due' || sort === 'since';
}

export const chosenRows = (glossary: Glossary, choice: Choice) => whole(chosenSteps(glossary, choice));

/** The rows that match a choice, in its order. */
export function* chosenSteps(
  { rows, fragments, books, now, kept }: Glossary,
  choice: Choice,
): Steps<readonly Row[]> {
  const wanted = plain(choice.search.trim());
  const book = books.findIndex(({ id }) => id === choice.book);
  const inBook = (row: Row) => {
    if (choice.book === 'all') return true;
    if (choice.book === 'none') return !row.inBook;
    return choice.book === 'unmet' ? row.metIn.size === 0 : row.metIn.has(book);
  };
  const matches = (row: Row) =>
    (choice.kind === 'all' || row.ending === (choice.kind === 'endings')) &&
    (wanted === '' || row.searched.includes(wanted)) &&
    inBook(row) &&
    (choice.state === 'all' || row.own.some(id => isIn(fragments.get(id), choice.state, { now, kept }))) &&
    (choice.level === 'all' || row.own.some(id => fragments.get(id)?.level === choice.level));
  const found: Row[] = [];
  const take = (row: Row) => void (matches(row) && found.push(row));
  if (choice.sort !== 'due' && choice.sort !== 'since') {
    yield* eachOf(yield* ordered(rows, choice.sort), take);
    return found;
  }
  yield* eachOf(rows, take);
  return yield* byNumber(found, row =>
    choice.sort === 'since' ? LATEST - sinceOf(row, fragments) : (dueOf(row, fragments) ?? LATEST),
  );
}

function isIn(
  fragment: Met | undefined,
  state: Choice['state'],
  { now, kept }: Pick<Glossary, 'now' | 'kept'>,
): boolean {
  if (!fragment) return false;
  if (state === 'kept') return kept.has(fragment.id);
  if (state === 'due') return isDue(fragment, now);
  if (state === 'counted') return thirds[fragment.level] > 0;
  return state === 'credited' ? fragment.credited : stateOf(fragment.level) === state;
}

const isDue = ({ due }: Met, now: number) => due !== null && due <= now;

/** Greater than every time, in seconds since 1970. */
const LATEST = 2 ** 32 - 1;

const orders: Readonly<Record<'met' | 'missed', (row: Row) => number>> = {
  met: ({ met }) => LATEST - (met ?? -1),
  missed: ({ missed }) => LATEST - missed,
};

/** A million and more rows, so that number and place of a row are one number, which browsers sort natively. */
const PLACES = 2 ** 20;

/** Rows by a number up to `LATEST + 1`. The input is ordered by title: rows with the same number stay in that order. */
function* byNumber(rows: readonly Row[], numberOf: (row: Row) => number): Steps<readonly Row[]> {
  const packed = new Float64Array(rows.length);
  yield* eachOf(rows, (row, place) => {
    packed[place] = numberOf(row) * PLACES + place;
  });
  packed.sort();
  yield;
  const found: Row[] = [];
  for (const each of packed) found.push(rows[each % PLACES] as Row);
  return found;
}

/** Sorted rows, cached: an order does not change with a filter or a mark. */
const sorted = new WeakMap<readonly Row[], Map<string, readonly Row[]>>();

function* ordered(
  rows: readonly Row[],
  sort: Exclude<Choice['sort'], 'due' | 'since'>,
): Steps<readonly Row[]> {
  if (sort === 'title') return rows;
  const known = sorted.get(rows)?.get(sort);
  if (known) return known;
  const found = yield* byNumber(rows, orders[sort]);
  sorted.set(rows, new Map(sorted.get(rows)).set(sort, found));
  return found;
}

/** For each value of the filters by state and level, the number of rows it would show with the other filters unchanged. */
export interface Counts {
  readonly states: ReadonlyMap<string, number>;
  readonly levels: ReadonlyMap<string, number>;
}

/** Counts in steps, because 20,000 rows are counted anew after every mark. */
export function* counting(glossary: Glossary, choice: Choice): Steps<Counts> {
  const { rows, fragments, now, kept } = glossary;
  const others = { ...choice, sort: 'title', state: 'all', level: 'all' } as const;
  const states = tally(values.state, choice.state);
  const levels = tally(values.level, choice.level);
  for (let from = 0; from < rows.length; from += PIECE) {
    const some = { ...glossary, rows: rows.slice(from, from + PIECE) };
    for (const { own } of chosenRows(some, others)) {
      let [inStates, inLevels] = [states.bit.all, levels.bit.all];
      for (const id of own) {
        const fragment = fragments.get(id);
        if (!fragment) continue;
        if (fragment.level !== 'new') inLevels |= levels.bit[fragment.level];
        const state = stateOf(fragment.level);
        if (state !== 'new') inStates |= states.bit[state];
        if (thirds[fragment.level] > 0) inStates |= states.bit.counted;
        if (fragment.credited) inStates |= states.bit.credited;
        if (isDue(fragment, now)) inStates |= states.bit.due;
        if (kept.has(id)) inStates |= states.bit.kept;
      }
      if (inLevels & levels.chosen) states.add(inStates);
      if (inStates & states.chosen) levels.add(inLevels);
    }
    yield;
  }
  return { states: states.found(), levels: levels.found() };
}

/** Counts the values of one filter; a row is a number with a bit for each of its values. */
function tally<Value extends string>(wanted: readonly Value[], chosen: Value) {
  const bit = Object.fromEntries(wanted.map((value, place) => [value, 1 << place])) as Record<Value, number>;
  const counted = wanted.map(() => 0);
  return {
    bit,
    chosen: bit[chosen],
    add(row: number) {
      for (let place = 0; place < counted.length; place++)
        if (row & (1 << place)) counted[place] = (counted[place] ?? 0) + 1;
    },
    found: (): ReadonlyMap<string, number> =>
      new Map(wanted.map((value, place) => [value, counted[place] ?? 0])),
  };
}

/** An entry of the list: a row, or a heading with the day on which the rows below it were met or reached their level. */
export type Item =
  | { readonly day: string; readonly row?: undefined }
  | { readonly row: Row; readonly day?: undefined };

interface Order {
  readonly sort: Choice['sort'];
  readonly fragments: Fragments;
  readonly today: Date;
}

export const itemsOf = (rows: readonly Row[], order: Order) => whole(itemSteps(rows, order));

/** The rows with headings for their days, if the order is by day. */
export function* itemSteps(rows: readonly Row[], { sort, fragments, today }: Order): Steps<readonly Item[]> {
  const items: Item[] = [];
  const isByDay = sort === 'met' || sort === 'since';
  const name = dayNames(today);
  let last: string | undefined;
  yield* eachOf(rows, row => {
    const day = isByDay ? name(sort === 'met' ? row.met : sinceOf(row, fragments)) : undefined;
    if (day !== undefined && day !== last) items.push({ day });
    last = day;
    items.push({ row });
  });
  return items;
}

/** 'Today', 'Friday 22 May', '3 May 2025': in the learner's time zone. */
function dayNames(today: Date): (seconds: number | null) => string {
  const near = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long' });
  const far = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });
  const todayAt = startOf(today);
  /** The last formatted day, in milliseconds, cached because rows of the same day are adjacent. */
  let last = { from: 0, to: 0, name: '' };
  return seconds => {
    if (seconds === null) return 'Not asked in a book yet';
    const at = seconds * 1_000;
    if (at >= last.from && at < last.to) return last.name;
    const date = new Date(at);
    const from = startOf(date);
    const isNear = date.getFullYear() === today.getFullYear();
    const name = from === todayAt ? 'Today' : (isNear ? near : far).format(date).replace(',', '');
    last = { from, to: startOf(new Date(date.getFullYear(), date.getMonth(), date.getDate() + 1)), name };
    return name;
  };
}

/** The levels that a mark sets. Known is IV. Seen is III for a known fragment, and no change for one that is already seen. */
export function marksOf(
  rows: readonly Row[],
  fragments: Fragments,
  state: 'known' | 'seen',
): ReadonlyMap<string, Level> {
  const levels = new Map<string, Level>();
  for (const id of rows.flatMap(({ own }) => own)) {
    const level = fragments.get(id)?.level;
    if (level === undefined) continue;
    levels.set(id, state === 'known' ? 'IV' : level === 'IV' ? 'III' : level);
  }
  return levels;
}

const DAY = 86_400;

/** When a row is due, in the learner's time zone: 'due', 'tomorrow', 'in 4 days', '12 Jun', '12 Jun 2027'. */
export function nextText(due: number, now: number): string {
  if (due <= now) return 'due';
  const [then, today] = [new Date(due * 1_000), new Date(now * 1_000)];
  const days = Math.round((startOf(then) - startOf(today)) / DAY / 1_000);
  if (days === 0) return 'today';
  if (days === 1) return 'tomorrow';
  if (days < 7) return `in ${days} days`;
  return (then.getFullYear() === today.getFullYear() ? nextNear : nextFar).format(then);
}

const startOf = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
const nextNear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const nextFar = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
