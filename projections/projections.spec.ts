import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isRefusal } from '../domain/refusal.ts';
import { decide, type VocabularyCommand } from '../domain/vocabulary/decide.ts';
import { levels } from '../domain/vocabulary/levels.ts';
import { lifts } from '../domain/vocabulary/lifts.ts';
import { evolve, nothingLearned } from '../domain/vocabulary/vocabulary.ts';
import { NOTHING_CHANGED } from '../event-store/aggregate/aggregate.ts';
import type { RecordedEvent } from '../event-store/log.ts';
import { lifted } from '../event-store/upcasting.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import type { Projection } from './projection.ts';
import { projections } from './projections.ts';
import { applyBatch } from './runner/builds/batch.ts';
import { loadBuilds, prepareReadModels } from './runner/builds/builds.ts';
import { openSession, type Session } from './runner/session.ts';
import { rowsOf, type Told } from './testing/database.ts';

let url: string;
let drop: () => Promise<void>;
let pool: pg.Pool;
let session: Session;

beforeAll(async () => {
  ({ url, drop } = await testDatabase({ keep: true }));
  pool = new pg.Pool({ connectionString: url, max: 2 });
  await prepareReadModels(pool, projections);
  session = await openSession(url, 'spec');
});
afterAll(async () => {
  await session.close();
  await pool.end();
  await drop();
});

const at = (index: number, minutes = 7) => new Date(Date.UTC(2026, 10, 20, 0, index * minutes)).toISOString();

/** @param minutes between two events */
function recorded(events: readonly Told[], minutes?: number): RecordedEvent[] {
  const revisions = new Map<string, number>();
  return events.map(({ stream, type, data }, index) => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      stream,
      revision,
      position: String(index + 1).padStart(19, '0'),
      type,
      data: data as Record<string, unknown>,
      metadata: { commandId: 'c', actor: 'a', at: at(index, minutes), schema: 1 },
    };
  });
}

/** The rows a projection makes of events cut into batches; `failing`: the first try of each batch dies half way. */
async function applied(
  projection: Projection,
  batches: readonly (readonly RecordedEvent[])[],
  failing = false,
): Promise<Record<string, unknown[]>> {
  const { builds } = await loadBuilds(session.client, projection.name);
  const live = builds.find(({ stage }) => stage === 'live');
  if (!live) throw new Error('no live build');
  const physical = (name: string) => `read_models."${name}__v${projection.version}_b${live.build}"`;
  await session.client.query(
    `truncate ${projection.tables.map(({ name }) => physical(name)).join(', ')};
     update read_models.projection_state set position = '', events_done = 0 where projection = '${projection.name}'`,
  );
  let build = { ...live, position: '', eventsDone: 0 };
  for (const batch of batches) {
    let died = !failing;
    const dying: Projection = {
      ...projection,
      apply: async (events, trx) => {
        await projection.apply(events, trx);
        // Fails in the server, behind the rows and the checkpoint of the same transaction.
        if (!died) trx.write('select 1 / 0', []);
        died = true;
      },
    };
    build = { ...(await applyBatch(session, dying, build, batch, 'Active', new AbortController().signal)) };
  }
  return rowsOf(pool, projection);
}

/** What a rebuild in memory makes of the same events, as the views would show it. */
async function foldedRows(projection: Projection, events: readonly RecordedEvent[]) {
  const fold = projection.fold?.();
  if (!fold) throw new Error('no fold');
  fold.add(events.filter(({ type }) => projection.events.has(type)));
  return Object.fromEntries(Object.entries(fold.rows()).map(([name, rows]) => [name, [...rows].length]));
}

const told = (name: string) =>
  JSON.parse(readFileSync(new URL(`./fixtures/${name}.json`, import.meta.url), 'utf8')) as Told[];
/** As the log gives them. */
const fixture = recorded(told('schema-1')).map(event => lifted(lifts, event));

test('every shape of event ever written is in a fixture', () => {
  const wanted = projections.flatMap(({ events }) => [...events]);
  const kept = [...told('schema-1'), ...told('one-event-per-act')].map(({ type }) => type);
  expect(new Set(kept)).toEqual(new Set([...wanted, ...Object.keys(lifts), NOTHING_CHANGED]));
});

test('the old fixture makes these read models', async () => {
  const rows: Record<string, unknown[]> = {};
  for (const projection of projections) Object.assign(rows, await applied(projection, [fixture]));
  const date = (index: number) => new Date(at(index));
  const monday = new Date(2026, 10, 16);
  expect(rows).toEqual({
    vocabulary_entries: [
      { learner: '0a0a', language: 'spanish', epoch: 0, fragment: '-o', level: 'I', changed_at: date(5) },
      { learner: '0a0a', language: 'spanish', epoch: 0, fragment: 'gat', level: 'IV', changed_at: date(4) },
    ],
    vocabulary_epochs: [{ learner: '0a0a', language: 'spanish', epoch: 0 }],
    known_counts: [
      { learner: '0a0a', language: 'spanish', epoch: 0, thirds: 3, current: true },
      { learner: '0a0a', language: 'spanish', epoch: 1, thirds: 0, current: false },
    ],
    known_count_weeks: [
      { learner: '0a0a', language: 'spanish', week: monday, epoch: 0, gained: 3, current: true },
      { learner: '0a0a', language: 'spanish', week: monday, epoch: 1, gained: 0, current: false },
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
        paid_until: new Date('2026-12-21T00:00:00.000Z'),
        cancels_at_period_end: false,
        active: true,
        since: date(11),
      },
    ],
    subscription_weeks: [
      { learner: '0a0a', week: monday, status: 'active', active: true, cancels_at_period_end: false },
    ],
    answer_statistics: [
      { book: 'platero', question: 'q1', kind: 'word', chosen: 0, times: 1, milliseconds: '900' },
      { book: 'platero', question: 'q2', kind: 'clause', chosen: -1, times: 1, milliseconds: '1500' },
    ],
    learner_days: [
      {
        learner: '0a0a',
        day: new Date(2026, 10, 20),
        answers: 2,
        right_answers: 1,
        sentences: 2,
        milliseconds: '2400',
      },
    ],
  });
});

test('events of one act each make these read models', async () => {
  const rows: Record<string, unknown[]> = {};
  const models = [
    'vocabulary-entries',
    'known-counts',
    'known-count-weeks',
    'answer-statistics',
    'learner-days',
  ];
  for (const projection of projections)
    if (models.includes(projection.name))
      Object.assign(rows, await applied(projection, [recorded(told('one-event-per-act'))]));
  const owner = { learner: '0a0a', language: 'spanish' };
  const date = (index: number) => new Date(at(index));
  expect(rows).toEqual({
    vocabulary_entries: [
      { ...owner, epoch: 0, fragment: '-o', level: 'IV', changed_at: date(2) },
      { ...owner, epoch: 0, fragment: '-s', level: 'I', changed_at: date(0) },
      { ...owner, epoch: 0, fragment: 'gat', level: 'I', changed_at: date(3) },
      { ...owner, epoch: 0, fragment: 'ros', level: 'new', changed_at: date(3) },
    ],
    vocabulary_epochs: [{ ...owner, epoch: 0 }],
    known_counts: [{ ...owner, epoch: 0, thirds: 3, current: true }],
    known_count_weeks: [{ ...owner, week: new Date(2026, 10, 16), epoch: 0, gained: 3, current: true }],
    answer_statistics: [
      { book: 'platero', question: 'c0', kind: 'clause', chosen: -1, times: 1, milliseconds: '1500' },
      { book: 'platero', question: 'gatos', kind: 'word', chosen: 0, times: 1, milliseconds: '900' },
      { book: 'platero', question: 'rosas', kind: 'word', chosen: 2, times: 1, milliseconds: '700' },
    ],
    learner_days: [
      {
        learner: '0a0a',
        day: new Date(2026, 10, 20),
        answers: 3,
        right_answers: 1,
        sentences: 0,
        milliseconds: '3100',
      },
    ],
  });
});

const command: fc.Arbitrary<VocabularyCommand> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('mark' as const),
      fragment: fc.constantFrom('gat', 'ros', '-o', '-s'),
      level: fc.constantFrom(...levels),
    }),
  },
  { weight: 1, arbitrary: fc.constant({ type: 'reset' as const }) },
  { weight: 1, arbitrary: fc.constant({ type: 'undo reset' as const }) },
  {
    weight: 3,
    arbitrary: fc
      .record({ chosen: fc.constantFrom(0, 1, null), question: fc.constantFrom('q1', 'q2') })
      .map(({ chosen, question }) => ({
        type: 'answer' as const,
        occasion: 'reading' as const,
        book: 'platero',
        sentence: 's1',
        contentVersion: 'v1',
        answers: [
          {
            question,
            kind: 'word' as const,
            chosen,
            right: chosen === 0,
            milliseconds: 700,
            fragments: ['gat'],
          },
        ],
      })),
  },
);
const readingEvent: fc.Arbitrary<Pick<Told, 'type' | 'data'>> = fc
  .record({
    chapter: fc.constantFrom(1, 2),
    position: fc.integer({ min: 1, max: 4 }),
    kind: fc.constantFrom(0, 1, 2),
  })
  .map(({ chapter, position, kind }) =>
    kind === 0
      ? { type: 'ChapterOpened', data: { chapter } }
      : kind === 1
        ? {
            type: 'SentenceRead',
            data: { chapter, sentence: `s${position}`, position, next: `s${position + 1}` },
          }
        : { type: 'ChapterFinished', data: { chapter } },
  );
const subscriptionEvent: fc.Arbitrary<Pick<Told, 'type' | 'data'>> = fc
  .constantFrom('active', 'past_due', 'canceled')
  .map(to => ({
    type: 'SubscriptionChanged',
    data: { from: null, to, paidUntil: null, cancelsAtPeriodEnd: false, providerEvent: 'e' },
  }));

const history = fc
  .array(
    fc.record({
      learner: fc.constantFrom('aa', 'bb'),
      what: fc.oneof(command, readingEvent, subscriptionEvent),
    }),
    { minLength: 1, maxLength: 40 },
  )
  .map(steps => {
    const states = new Map<string, typeof nothingLearned>();
    return steps.flatMap(({ learner, what }): Told[] => {
      if ('data' in what)
        return [
          {
            ...what,
            stream:
              what.type === 'SubscriptionChanged' ? `subscription-${learner}` : `reading-${learner}-platero`,
          },
        ];
      const state = states.get(learner) ?? nothingLearned;
      const outcome = decide(state, what);
      if (isRefusal(outcome)) return [];
      states.set(learner, evolve(state, outcome));
      return outcome.map(event => ({ ...event, stream: `vocabulary-${learner}-spanish` }));
    });
  });

/** What chance seldom makes: a reset and its undoing in the week of what they concern. */
const resets: Told[] = [
  {
    type: 'FragmentChanged',
    data: { epoch: 0, fragment: 'gat', from: 'new', to: 'IV', cause: { kind: 'mark' } },
  },
  { type: 'VocabularyReset', data: { epoch: 1 } },
  { type: 'VocabularyResetUndone', data: { epoch: 0, abandoned: 1 } },
  { type: 'VocabularyReset', data: { epoch: 2 } },
  {
    type: 'FragmentChanged',
    data: { epoch: 2, fragment: 'gat', from: 'new', to: 'II', cause: { kind: 'mark' } },
  },
].map(event => ({ ...event, stream: 'vocabulary-aa-spanish' }));

test.each(projections.map(projection => [projection.name, projection] as const))(
  '%s: any cut into batches, with a death in the middle of each, makes the same rows as all at once',
  async (_, projection) => {
    await fc.assert(
      fc.asyncProperty(
        history,
        fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 60 }),
        async (told, sizes) => {
          // Apart enough that histories cross days and weeks.
          const events = recorded(told, 900);
          fc.pre(events.length > 0);
          const whole = await applied(projection, [events]);
          const singles = await applied(
            projection,
            events.map(event => [event]),
          );
          const cuts: RecordedEvent[][] = [];
          for (let from = 0, cut = 0; from < events.length; cut++) {
            const size = sizes[cut] ?? events.length;
            cuts.push(events.slice(from, from + size));
            from += size;
          }
          expect(singles).toEqual(whole);
          expect(await applied(projection, cuts, true)).toEqual(whole);
          const folded = await foldedRows(projection, events);
          for (const [name, rows] of Object.entries(whole)) expect(folded[name]).toBe(rows.length);
        },
      ),
      { numRuns: 8, examples: [[resets, []]] },
    );
  },
);
