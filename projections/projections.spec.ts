import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listed } from '../database/number-list.ts';
import { answerTimes } from '../domain/quiz/answer-times.ts';
import { isRefusal } from '../domain/refusal.ts';
import { decide } from '../domain/vocabulary/decide.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import { evolve, nothingLearned } from '../domain/vocabulary/vocabulary.ts';
import { NOTHING_CHANGED } from '../event-store/aggregate/aggregate.ts';
import type { RecordedEvent } from '../event-store/log.ts';
import { upcast } from '../event-store/upcasting.ts';
import { projections } from './projections.ts';
import { cut, emptyReadModels, recorded, type TestEvent } from './testing/rows.ts';

let database: Awaited<ReturnType<typeof emptyReadModels>>;
beforeAll(async () => {
  database = await emptyReadModels(projections);
});
afterAll(() => database.close());

/** All except the schedule, which has its own spec. */
const merged = projections.filter(({ name }) => name !== 'review-schedule');

const at = (index: number) => new Date(Date.UTC(2026, 10, 20, 0, index * 7)).toISOString();
/** Counts of quick answers: within every bound. */
const within = (quick: number) =>
  Object.fromEntries(answerTimes.map(seconds => [`within_${seconds}s`, quick]));
const placed = (events: readonly Omit<TestEvent, 'at'>[]) =>
  recorded(events.map((event, index) => ({ ...event, at: at(index) })));
/** As the log gives them. */
const present = (events: readonly RecordedEvent[]) => events.map(event => upcast(upcasters, event));

const fixtureText = (name: string) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
const told = (name: string) => JSON.parse(fixtureText(`${name}.json`)) as Omit<TestEvent, 'at'>[];
const fixture = present(placed(told('schema-1')));

test('every shape of event ever written is in a fixture', () => {
  const wanted = projections.flatMap(({ events }) => [...events]);
  const kept = [...told('schema-1'), ...told('one-event-per-act')].map(({ type }) => type);
  expect(new Set(kept)).toEqual(new Set([...wanted, ...Object.keys(upcasters), NOTHING_CHANGED]));
});

test('the old fixture gives these read models', async () => {
  const rows: Record<string, unknown[]> = {};
  for (const projection of merged) Object.assign(rows, await database.applied(projection, [fixture]));
  const date = (index: number) => at(index).replace('.000Z', '+00:00');
  const monday = '2026-11-16';
  const history = { learner: '0a0a', language: 'spanish', epoch: 0, credited: false, blocks: listed([0]) };
  const day = {
    learner: '0a0a',
    language: 'spanish',
    day: '2026-11-20',
    read: 0,
    reviewed: 0,
    credited: 0,
    lowered: 0,
  };
  expect(rows).toEqual({
    vocabulary_entries: [
      {
        learner: '0a0a',
        language: 'spanish',
        epoch: 0,
        fragment: '-o',
        level: 'I',
        changed_at: date(5),
        met_in: null,
      },
      {
        learner: '0a0a',
        language: 'spanish',
        epoch: 0,
        fragment: 'gat',
        level: 'IV',
        changed_at: date(4),
        met_in: 's1',
      },
    ],
    vocabulary_epochs: [{ learner: '0a0a', language: 'spanish', epoch: 0, policy: 'standard' }],
    fragment_histories: [
      { ...history, fragment: '-o', asked: 0, missed: 0, last_met_at: date(5), moves: listed([4]) },
      { ...history, fragment: 'gat', asked: 1, missed: 0, last_met_at: date(2), moves: listed([1, 3]) },
    ],
    history_resets: [
      { learner: '0a0a', language: 'spanish', revision: 5, at: date(9) },
      { learner: '0a0a', language: 'spanish', revision: 6, at: date(10) },
    ],
    history_switches: [],
    known_counts: [
      { learner: '0a0a', language: 'spanish', epoch: 0, thirds: 3, current: true },
      { learner: '0a0a', language: 'spanish', epoch: 1, thirds: 0, current: false },
    ],
    known_count_epochs: [{ learner: '0a0a', language: 'spanish', epoch: 0 }],
    known_count_week_epochs: [{ learner: '0a0a', language: 'spanish', week: monday, epoch: 0 }],
    known_count_weeks: [
      { learner: '0a0a', language: 'spanish', week: monday, epoch: 0, gained: 3, current: true },
      { learner: '0a0a', language: 'spanish', week: monday, epoch: 1, gained: 0, current: false },
    ],
    known_count_day_epochs: [{ learner: '0a0a', language: 'spanish', day: '2026-11-20', epoch: 0 }],
    known_count_days: [
      { ...day, epoch: 0, raised: 3, current: true },
      { ...day, epoch: 1, raised: 0, current: false },
    ],
    book_progress: [
      {
        learner: '0a0a',
        book: 'platero',
        chapter: 1,
        opened_at: date(0),
        sentences_read: 2,
        finished_at: date(8),
        last_read_at: date(7),
      },
    ],
    reading_positions: [
      {
        learner: '0a0a',
        book: 'platero',
        chapter: 1,
        next_sentence: null,
        position: 2,
        finished: true,
        updated_at: date(8),
      },
    ],
    subscriptions: [
      {
        learner: '0a0a',
        status: 'active',
        paid_until: '2026-12-21T00:00:00+00:00',
        cancels_at_period_end: false,
        active: true,
        open_until: 'infinity',
        since: date(11),
      },
    ],
    subscription_weeks: [
      { learner: '0a0a', week: monday, status: 'active', active: true, cancels_at_period_end: false },
    ],
    answer_statistics: [
      { book: 'platero', question: 'q1', kind: 'word', chosen: 0, times: 1, milliseconds: 900 },
      { book: 'platero', question: 'q2', kind: 'clause', chosen: -1, times: 1, milliseconds: 1500 },
    ],
    learner_days: [
      {
        learner: '0a0a',
        day: '2026-11-20',
        answers: 2,
        right_answers: 1,
        sentences: 2,
        milliseconds: 2400,
        new_fragments: 0,
        ...within(2),
      },
    ],
    policy_switches: [],
    vocabulary_resets: [
      {
        learner: '0a0a',
        language: 'spanish',
        epoch: 1,
        reset_at: date(9),
        reset_by: 'a',
        undone_at: date(10),
        undone_by: 'a',
      },
    ],
  });
});

test('events with one act each give these read models', async () => {
  const rows: Record<string, unknown[]> = {};
  const models = [
    'vocabulary-entries',
    'fragment-histories',
    'known-counts',
    'known-count-weeks',
    'known-count-days',
    'answer-statistics',
    'learner-days',
  ];
  for (const projection of projections)
    if (models.includes(projection.name))
      Object.assign(rows, await database.applied(projection, [placed(told('one-event-per-act'))]));
  const owner = { learner: '0a0a', language: 'spanish' };
  const history = { ...owner, epoch: 0, credited: false, blocks: listed([0]) };
  const date = (index: number) => at(index).replace('.000Z', '+00:00');
  expect(rows).toEqual({
    vocabulary_entries: [
      { ...owner, epoch: 0, fragment: '-o', level: 'I', changed_at: date(4), met_in: null },
      { ...owner, epoch: 0, fragment: '-s', level: 'I', changed_at: date(0), met_in: 's1' },
      { ...owner, epoch: 0, fragment: 'gat', level: 'I', changed_at: date(3), met_in: 's1' },
      { ...owner, epoch: 0, fragment: 'ros', level: 'new', changed_at: date(3), met_in: 's1' },
    ],
    vocabulary_epochs: [{ ...owner, epoch: 0, policy: 'standard' }],
    fragment_histories: [
      {
        ...history,
        fragment: '-o',
        asked: 0,
        missed: 0,
        last_met_at: date(1),
        moves: listed([1, 2, 4]),
      },
      { ...history, fragment: '-s', asked: 1, missed: 1, last_met_at: date(0), moves: listed([0]) },
      { ...history, fragment: 'gat', asked: 1, missed: 0, last_met_at: date(0), moves: listed([0, 2, 3]) },
      { ...history, fragment: 'ros', asked: 1, missed: 1, last_met_at: date(0), moves: listed([0, 2, 3]) },
    ],
    history_resets: [],
    history_switches: [],
    known_counts: [{ ...owner, epoch: 0, thirds: 0, current: true }],
    known_count_epochs: [{ ...owner, epoch: 0 }],
    known_count_week_epochs: [{ ...owner, week: '2026-11-16', epoch: 0 }],
    known_count_weeks: [{ ...owner, week: '2026-11-16', epoch: 0, gained: 0, current: true }],
    known_count_day_epochs: [{ ...owner, day: '2026-11-20', epoch: 0 }],
    known_count_days: [
      {
        ...owner,
        day: '2026-11-20',
        epoch: 0,
        read: 0,
        reviewed: 0,
        credited: 0,
        raised: 9,
        lowered: -9,
        current: true,
      },
    ],
    answer_statistics: [
      { book: 'platero', question: 'c0', kind: 'clause', chosen: -1, times: 1, milliseconds: 1500 },
      { book: 'platero', question: 'gatos', kind: 'word', chosen: 0, times: 1, milliseconds: 900 },
      { book: 'platero', question: 'rosas', kind: 'word', chosen: 2, times: 1, milliseconds: 700 },
    ],
    learner_days: [
      {
        learner: '0a0a',
        day: '2026-11-20',
        answers: 3,
        right_answers: 1,
        sentences: 0,
        milliseconds: 3100,
        new_fragments: 3,
        ...within(3),
      },
    ],
  });
});

/** Actions of a simulated class, the events that the code before decision 12 wrote for them, and their rows. */
interface Action {
  readonly at: string;
  readonly stream: string;
  readonly command: { readonly type: string };
  readonly events: readonly { readonly type: string; readonly data: object }[];
}
const linesOf = <Line>(name: string) =>
  fixtureText(name)
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Line);
const actions = linesOf<Action>('class-of-schema-1.jsonl');
const rowsBefore = linesOf<Readonly<Record<string, unknown>>>('class-of-schema-1.rows.jsonl');

const eventsBefore = ({ at, stream, events }: Action): TestEvent[] =>
  events.map(event => ({ ...event, at, stream }));

/** The same actions decided by the current code; events of reading and subscriptions are unchanged. */
function eventsNow(): (action: Action) => TestEvent[] {
  const vocabularies = new Map<string, typeof nothingLearned>();
  return action => {
    const { at, stream, command } = action;
    if (!stream.startsWith('vocabulary-')) return eventsBefore(action);
    const before = vocabularies.get(stream) ?? nothingLearned;
    const decided = decide(before, { ...command, occasion: 'reading' } as Parameters<typeof decide>[1]);
    if (isRefusal(decided)) throw new Error(decided.refused);
    vocabularies.set(stream, evolve(before, decided));
    return decided.map(({ type, data }) => ({ type, data, at, stream }));
  };
}

/** Columns that came later: until when the books are open, in which sentence a fragment was met, the level policy and times of answers. */
const later = /^(open_until|met_in|policy|new_fragments|within_\d+s)$/;
const withoutNew = (row: unknown) =>
  Object.fromEntries(Object.entries(row as object).filter(([column]) => !later.test(column)));

/** Every row, in the fixture's form. */
async function rowsOf(events: readonly RecordedEvent[], sizes: readonly number[]) {
  const rows: Record<string, unknown>[] = [];
  for (const projection of merged) {
    const applied = await database.applied(projection, cut(events, sizes));
    expect(await database.copied(projection, cut(events, sizes))).toEqual(applied);
    // The current epoch is now a row of its own; before it was a column, as it still is in the views.
    // Resets had no table then.
    for (const [name, all] of Object.entries(applied))
      if (
        !/^known_count.*_epochs$|^vocabulary_resets$|^policy_switches$|^fragment_histories$|^known_count_days$|^history_(resets|switches)$/.test(
          name,
        )
      )
        rows.push(...all.map(row => ({ [name]: withoutNew(row) })));
  }
  return rows;
}

const now = eventsNow();
const nows = actions.map(now);
test.each([
  ['old events', actions.flatMap(eventsBefore)],
  ['the same actions in new events', nows.flat()],
  [
    'a log of both',
    actions.flatMap((action, index) => (index < 50 ? eventsBefore(action) : (nows[index] ?? []))),
  ],
])('%s make the rows that the code before made of the class', async (_, told) => {
  const events = present(recorded(told));
  for (const sizes of [[], [1, 40, 7]]) {
    const rows = await rowsOf(events, sizes);
    expect(rows).toHaveLength(rowsBefore.length);
    expect(rows).toEqual(expect.arrayContaining(rowsBefore));
  }
});
