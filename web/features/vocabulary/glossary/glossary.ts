import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { FragmentTuple, Language, WordsReply } from './reply.ts';
import { eachOf, type Steps, sorted, whole } from './steps.ts';
import { carryTotals, isKnown } from './totals.ts';

export type { WordsReply };

/** A fragment that the learner has met. */
export interface Met {
  readonly id: string;
  readonly text: string;
  readonly ending: boolean;
  readonly gloss: string;
  readonly lemma: string | null;
  readonly level: Level;
  /** Seconds since 1970; null: it was never asked, only marked or credited. */
  readonly met: number | null;
  readonly missed: number;
  readonly credited: boolean;
  /** Books that it was met in: indexes of the reply's. */
  readonly metIn: readonly number[];
  /** When it is due, in seconds since 1970; null: not scheduled, or not known until the list is read again. */
  readonly due: number | null;
  /** When it reached its level, in seconds since 1970. */
  readonly since: number;
  readonly inBook: boolean;
}

/** A dictionary form with its fragments, or a single ending. It holds everything but the levels, because those change. */
export interface Row {
  readonly key: string;
  readonly language: string;
  readonly title: string;
  readonly gloss: string;
  readonly ending: boolean;
  /** Ids of the fragments that a mark of the row changes: its stems, or the ending. */
  readonly own: readonly string[];
  /** Ids of all its fragments, stems first. */
  readonly parts: readonly string[];
  readonly met: number | null;
  readonly missed: number;
  /** Books that it was met in: indexes of the reply's. */
  readonly metIn: ReadonlySet<number>;
  readonly inBook: boolean;
  /** The text that a search looks in: dictionary form, meanings, fragments and words, without accents. */
  readonly searched: string;
}

/** Parsed tuples, cached because a mark changes few of them. */
const read = new WeakMap<FragmentTuple, Met>();

export function metFrom(tuple: FragmentTuple): Met {
  const known = read.get(tuple);
  if (known) return known;
  const [id, text, ending, gloss, lemma, level, met, missed, credited, metIn, due, since, inBook] = tuple;
  // Endings are written with a hyphen, as in a dictionary.
  const spelled = ending && !text.startsWith('-') ? `-${text}` : text;
  const times = { met, due, since };
  const found = { id, text: spelled, ending, gloss, lemma, level, missed, credited, metIn, inBook, ...times };
  read.set(tuple, found);
  return found;
}

/** The fragments that the learner has met, by id. */
export interface Fragments {
  readonly get: (id: string) => Met | undefined;
}

/** The position of each fragment among those of its language; a mark changes none of them. */
const positions = new WeakMap<readonly FragmentTuple[], ReadonlyMap<string, number>>();

function positionsOf(tuples: readonly FragmentTuple[]): ReadonlyMap<string, number> {
  const known = positions.get(tuples);
  if (known) return known;
  const found = new Map(tuples.map(([id], position) => [id, position]));
  positions.set(tuples, found);
  return found;
}

/** The fragments of all languages. */
export function fragmentsOf({ languages }: WordsReply): Fragments {
  const parts = languages.map(({ fragments }) => ({ fragments, position: positionsOf(fragments) }));
  return {
    get(id) {
      for (const { fragments, position } of parts) {
        const tuple = fragments[position.get(id) ?? -1];
        if (tuple) return metFrom(tuple);
      }
      return undefined;
    },
  };
}

/** Rows in the order of their titles. */
export function* rowSteps({ languages }: WordsReply): Steps<readonly Row[]> {
  const rows: Row[] = [];
  for (const language of languages) yield* addRows(rows, language);
  return yield* sorted(rows, (a, b) => (a.title < b.title ? -1 : a.title > b.title ? 1 : 0));
}

export const rowsOf = (reply: WordsReply) => whole(rowSteps(reply));

function* addRows(rows: Row[], { language, fragments: tuples, words }: Language): Steps<void> {
  const fragments: Met[] = [];
  /** Indexes of stems, by their dictionary form. */
  const forms = new Map<string, number[]>();
  const add = <Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value) => {
    const list = lists.get(key);
    if (list) list.push(value);
    else lists.set(key, [value]);
  };
  yield* eachOf(tuples, (tuple, index) => {
    const fragment = metFrom(tuple);
    fragments.push(fragment);
    const title = fragment.lemma ?? fragment.text;
    if (!fragment.ending) return add(forms, title, index);
    rows.push(rowOf({ language, title: fragment.text, own: [fragment], endings: [], texts: [] }));
  });
  const formed = new Map<number, (typeof words)[number][]>();
  yield* eachOf(words, word => add(formed, word[1], word));
  yield* eachOf([...forms], ([title, indexes]) => {
    const made = indexes.flatMap(index => formed.get(index) ?? []);
    const endings = [...new Set(made.flatMap(([, , ...endings]) => endings))];
    rows.push(
      rowOf({
        language,
        title,
        own: indexes.flatMap(index => fragments[index] ?? []),
        endings: endings.flatMap(index => fragments[index] ?? []),
        texts: made.map(([text]) => text),
      }),
    );
  });
}

function rowOf({
  language,
  title,
  own,
  endings,
  texts,
}: {
  readonly language: string;
  readonly title: string;
  readonly own: readonly Met[];
  readonly endings: readonly Met[];
  readonly texts: readonly string[];
}): Row {
  const [first] = own;
  const ending = first?.ending ?? false;
  const times = own.flatMap(({ met }) => met ?? []);
  return {
    key: `${language} ${ending ? 'ending' : 'word'} ${title} ${ending ? first?.id : ''}`,
    language,
    title,
    gloss: first?.gloss ?? '',
    ending,
    own: own.map(({ id }) => id),
    parts: [...own, ...endings].map(({ id }) => id),
    met: times.length > 0 ? Math.max(...times) : null,
    missed: own.reduce((sum, { missed }) => sum + missed, 0),
    metIn: new Set(own.flatMap(({ metIn }) => metIn)),
    inBook: own.some(({ inBook }) => inBook),
    searched: plain([title, ...own.flatMap(({ text, gloss }) => [text, gloss]), ...texts].join('\n')),
  };
}

/** Lower case without accents, so that 'reir' finds 'reír'. */
export function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
}

/** The reply with other levels, for the optimistic update of a mark. Unchanged parts stay the same objects. */
export function withLevels(reply: WordsReply, levels: ReadonlyMap<string, Level>): WordsReply {
  return withFragments(reply, levels.keys(), tuple => {
    const level = levels.get(tuple[0]);
    if (level === undefined || level === tuple[5]) return tuple;
    const changed: FragmentTuple = [...tuple];
    changed[5] = level;
    changed[8] = false;
    // The due date is unknown until the server has scheduled it.
    changed[10] = null;
    changed[11] = Math.floor(Date.now() / 1_000);
    return changed;
  });
}

/** The reply with due dates from a later reply, for those fragments whose level is the same in both. */
export function withDues(reply: WordsReply, later: WordsReply): WordsReply {
  const said = byId(later.languages.flatMap(({ fragments }) => fragments));
  return withFragments(reply, said.keys(), tuple => {
    const found = said.get(tuple[0]);
    if (!found || found[5] !== tuple[5] || found[10] === tuple[10]) return tuple;
    const changed: FragmentTuple = [...tuple];
    changed[10] = found[10];
    return changed;
  });
}

/** The given fragments as the reply has them, for `restored`. */
export function fragmentsIn({ languages }: WordsReply, ids: Iterable<string>): readonly FragmentTuple[] {
  const wanted = [...ids];
  return languages.flatMap(({ fragments }) => {
    const position = positionsOf(fragments);
    return wanted.flatMap(id => {
      const tuple = fragments[position.get(id) ?? -1];
      return tuple ? [tuple] : [];
    });
  });
}

/** The reply with some fragments as they were before a mark. */
export function restored(reply: WordsReply, before: readonly FragmentTuple[]): WordsReply {
  const old = byId(before);
  return withFragments(reply, old.keys(), tuple => old.get(tuple[0]) ?? tuple);
}

const byId = (tuples: readonly FragmentTuple[]) => new Map(tuples.map(tuple => [tuple[0], tuple]));

/** The reply with some fragments changed. Only these are looked at: a mark must not cost more with 20,000 fragments. */
function withFragments(
  reply: WordsReply,
  ids: Iterable<string>,
  change: (tuple: FragmentTuple) => FragmentTuple,
): WordsReply {
  const changed = [...ids];
  return {
    ...reply,
    languages: reply.languages.map(language => {
      const position = positionsOf(language.fragments);
      const fragments = [...language.fragments];
      const gained = { known: 0, knownEndings: 0 };
      for (const id of changed) {
        const place = position.get(id) ?? -1;
        const tuple = fragments[place];
        if (!tuple) continue;
        const after = change(tuple);
        fragments[place] = after;
        const gain = Number(isKnown(after)) - Number(isKnown(tuple));
        gained.known += gain;
        if (tuple[2]) gained.knownEndings += gain;
      }
      positions.set(fragments, position);
      carryTotals(language.fragments, fragments, gained);
      return { ...language, fragments };
    }),
  };
}

/** When a row is due: the earliest date of its stems, or of the ending. Seconds since 1970. */
export function dueOf({ own }: Row, fragments: Fragments): number | null {
  const times = own.flatMap(id => fragments.get(id)?.due ?? []);
  return times.length > 0 ? Math.min(...times) : null;
}

/** When a row reached its level: the latest change of its stems, or of the ending. Seconds since 1970. */
export function sinceOf({ own }: Row, fragments: Fragments): number {
  return Math.max(0, ...own.flatMap(id => fragments.get(id)?.since ?? []));
}

/** The title of a fragment. A stem that is always followed by an ending gets a hyphen: 'llam-'. */
export function titleOf({ languages }: WordsReply, { id, text, ending }: Met): string {
  if (ending) return text;
  for (const { fragments, words } of languages) {
    const index = positionsOf(fragments).get(id);
    if (index === undefined) continue;
    const made = words.filter(([, stem]) => stem === index);
    const alone = made.some(([word]) => plain(word) === plain(text));
    return made.length > 0 && !alone ? `${text}-` : text;
  }
  return text;
}
