import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appended, DIGITS, listed, TAIL } from '../../database/number-list.ts';
import { cut, emptyReadModels, recorded, type TestEvent } from '../testing/rows.ts';
import {
  type Contribution,
  first,
  growing,
  key,
  last,
  max,
  min,
  optional,
  orNull,
  rowOf,
  state,
  sum,
} from './columns.ts';
import { readModel } from './read-model.ts';
import { reduced } from './reduced.ts';

/** Every rule, over every kind of value, needed and left out. */
const tables = {
  every_rule: {
    who: key.text,
    day: key.date,
    number: key.smallint,
    counted: sum.int,
    total: sum.bigint,
    least: optional(min.int),
    earliest: min.timestamptz,
    all_true: optional(min.boolean),
    most: optional(max.int, 0),
    latest: optional(max.date),
    any_true: optional(max.boolean, false),
    begun: first.timestamptz,
    said_first: optional(first.text),
    stands: last.text,
    may_be_null: optional(last.text),
    may_be_left: optional(last.int, 7),
    yes_or_no: optional(last.boolean),
    places: growing.list,
    last_places: growing.tail,
    newest: rowOf('newest_numbers'),
  },
  newest_numbers: { who: key.text, day: key.date, number: last.smallint },
  only_keys: { who: key.text, number: key.int },
  /** The order of its steps matters, and its state is more than its columns. */
  in_order: reduced({
    key: { who: key.text, day: key.date },
    columns: { average: orNull(state.double), begun: state.timestamptz, steps: state.text },
    reduce: (
      old: InOrder | undefined,
      { said, at, by }: { said: number; at: string; by: string },
    ): InOrder => ({
      average: said === 0 ? null : (old?.average ?? 0) * 0.7 + said / 3,
      begun: old?.begun ?? at,
      steps: [...(old?.steps ?? []), by].slice(-3),
    }),
    encode: ({ average, begun, steps }) => ({ average, begun, steps: JSON.stringify(steps) }),
    decode: ({ average, begun, steps }) => ({
      average,
      begun: begun.toISOString(),
      steps: JSON.parse(steps),
    }),
  }),
};
interface InOrder {
  readonly average: number | null;
  readonly begun: string;
  readonly steps: readonly string[];
}
type Given = Contribution<typeof tables.every_rule>;

/** Its events contain their contributions. */
const everyRule = readModel({
  name: 'every-rule',
  version: 1,
  tables,
  rowsOf: {
    ChapterOpened({ data }, add) {
      const given = data as unknown as Given;
      const { who, day, number } = given;
      add.every_rule(given);
      add.newest_numbers({ who, day, number });
      add.only_keys({ who, number });
      add.in_order({ who, day, step: { said: given.counted ?? 0, at: given.begun, by: given.stands } });
    },
  },
});

let database: Awaited<ReturnType<typeof emptyReadModels>>;
beforeAll(async () => {
  database = await emptyReadModels([everyRule]);
});
afterAll(() => database.close());

/** Text that Postgres' formats escape. */
const text = fc.oneof(
  fc.constantFrom('', 'NULL', '\\N', '"', 'a,b', '{}', "it's", 'tab\there', 'line\nend\r', '\\', 'ñ·🐈'),
  fc.stringMatching(/^[a-z]{1,3}$/),
);
const instant = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2026-01-03'), noInvalidDate: true })
  .map(date => date.toISOString());
const day = instant.map(at => at.slice(0, 10));
const int = fc.integer({ min: -9, max: 9 });

const contribution: fc.Arbitrary<Given> = fc.record(
  {
    who: text,
    day,
    number: fc.integer({ min: 0, max: 1 }),
    counted: int,
    total: fc.integer({ min: -(2 ** 40), max: 2 ** 40 }),
    least: int,
    earliest: instant,
    all_true: fc.boolean(),
    most: int,
    latest: day,
    any_true: fc.boolean(),
    begun: instant,
    said_first: text,
    stands: text,
    may_be_null: fc.option(text),
    may_be_left: int,
    yes_or_no: fc.option(fc.boolean()),
    places: fc.integer({ min: 0, max: 2 }).map(place => listed([place])),
    last_places: fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 1, maxLength: 4 }).map(listed),
  },
  { requiredKeys: ['who', 'day', 'number', 'earliest', 'begun', 'stands'] },
);

const asEvents = (given: readonly Given[]) =>
  recorded(
    given.map(
      (data): TestEvent => ({ stream: 's', type: 'ChapterOpened', data, at: '2026-01-01T00:00:00.000Z' }),
    ),
  );

/** A third implementation: each row computed from all its contributions. */
function expected(given: readonly Given[]) {
  const nameOf = ({ who, day, number }: Given) => JSON.stringify([who, day, number]);
  return [...Map.groupBy(given, nameOf).values()].map(all => {
    const of = <Name extends keyof Given>(name: Name) =>
      all.flatMap(one => (one[name] === undefined ? [] : [one[name]]));
    const [one] = all;
    if (!one) throw new Error('nothing given');
    const ofDay = given.findLast(({ who, day }) => who === one.who && day === one.day);
    return {
      who: one.who,
      day: one.day,
      number: one.number,
      counted: of('counted').reduce((sum, figure) => sum + figure, 0),
      total: of('total').reduce((sum, figure) => sum + figure, 0),
      least: of('least').toSorted((a, b) => a - b)[0] ?? null,
      earliest: utc(of('earliest').toSorted()[0]),
      all_true: of('all_true').length > 0 ? of('all_true').every(Boolean) : null,
      most: Math.max(0, ...of('most')),
      latest: of('latest').toSorted().at(-1) ?? null,
      any_true: of('any_true').some(Boolean),
      begun: utc(of('begun')[0]),
      said_first: of('said_first')[0] ?? null,
      stands: of('stands').at(-1) ?? null,
      may_be_null: of('may_be_null').at(-1) ?? null,
      may_be_left: of('may_be_left').length > 0 ? of('may_be_left').at(-1) : 7,
      yes_or_no: of('yes_or_no').at(-1) ?? null,
      places: of('places')
        .filter((place, index, all) => place !== all[index - 1])
        .join(''),
      last_places: of('last_places')
        .reduce(appended, '')
        .slice(-TAIL * DIGITS),
      newest: ofDay?.number === one.number,
    };
  });
}

/** The reduced rows, computed step by step. */
function inOrder(given: readonly Given[]) {
  return [...Map.groupBy(given, ({ who, day }) => JSON.stringify([who, day])).values()].map(all => {
    let average: number | null = null;
    for (const { counted = 0 } of all) average = counted === 0 ? null : (average ?? 0) * 0.7 + counted / 3;
    const [one] = all;
    return {
      who: one?.who,
      day: one?.day,
      average,
      begun: utc(one?.begun),
      steps: JSON.stringify(all.slice(-3).map(({ stands }) => stands)),
    };
  });
}

/** As Postgres' JSON has an instant. */
const utc = (at = '') => at.replace(/\.?0*Z$/, '+00:00');

test('rules merge contributions equally in memory and in Postgres, however they are split', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(contribution, { minLength: 1, maxLength: 30 }),
      fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 12 }),
      async (given, sizes) => {
        const events = asEvents(given);
        const applied = await database.applied(everyRule, cut(events, sizes));
        expect(await database.copied(everyRule, cut(events, sizes))).toEqual(applied);
        const told = expected(given);
        expect(applied['every_rule']).toHaveLength(told.length);
        expect(applied['every_rule']).toEqual(expect.arrayContaining(told));
        expect(applied['in_order']).toEqual(expect.arrayContaining(inOrder(given)));
      },
    ),
    { numRuns: 200 },
  );
});

const complete: Given = {
  who: 'aa',
  day: '2026-01-01',
  number: 1,
  earliest: '2026-01-01T00:00:00.000Z',
  begun: '2026-01-01T00:00:00.000Z',
  stands: 'x',
};

test.each(['who', 'day', 'number', 'earliest', 'stands'])(
  'a contribution without %s, which it needs, is an error that names it',
  name => {
    const { [name]: _, ...rest } = complete as Readonly<Record<string, unknown>>;
    expect(() => everyRule.fold?.().add(asEvents([rest as unknown as Given]))).toThrow(
      `a contribution to every_rule lacks ${name}`,
    );
  },
);

test('an undefined value is an error, unlike an absent one', () => {
  const broken = { ...complete, counted: undefined } as unknown as Given;
  expect(() => everyRule.fold?.().add(asEvents([broken]))).toThrow(
    'a contribution to every_rule lacks counted',
  );
});

test("the compiler checks a contribution's columns and their types", () => {
  const said: Given = complete;
  // @ts-expect-error A string is not a number.
  const word: Given = { ...complete, counted: 'three' };
  // @ts-expect-error There is no such column.
  const unknown: Given = { ...complete, count: 3 };
  // @ts-expect-error The view alone computes it.
  const computed: Given = { ...complete, newest: true };
  // @ts-expect-error Only `last` takes null.
  const nothing: Given = { ...complete, least: null };
  // @ts-expect-error And only if it is the start value.
  const begun: Given = { ...complete, may_be_left: null };
  expect([said, word, unknown, computed, nothing, begun]).toHaveLength(6);
});
