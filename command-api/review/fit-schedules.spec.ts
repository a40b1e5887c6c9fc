import type { Kysely } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import { Unavailable } from '../../event-store/log.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import type { Endpoint } from '../../facade/endpoint.ts';
import { exportVocabulary } from '../../facade/export.ts';
import { myData } from '../../facade/own-account.ts';
import { review } from '../../facade/review.ts';
import { words } from '../../facade/story.ts';
import { setLastRead } from '../../facade/users.ts';
import { markFragments } from '../../facade/vocabularies.ts';
import type { Queried } from '../../query-api/consistency.ts';
import { ownScheduleOf } from '../../query-api/review/own-schedule.ts';
import { loadOptimiser, type Optimiser } from '../../scheduling/fitting/optimiser.ts';
import { DAY, dueAt, scheduler } from '../../scheduling/memory.ts';
import { memoryFrom, parsed } from '../../scheduling/schedule.ts';
import { fitSchedulesJob } from '../../server/jobs/fit-schedules.ts';
import { learnerStreams } from '../../server/learner-streams.ts';
import { lasting, type SimulatedSentence, sentencesOf } from '../../simulation/forgetting.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { vocabularyStream } from '../vocabulary/aggregate.ts';
import { type Fitted, fitSchedules } from './fit-schedules.ts';

let app: LearningApp;
let optimise: Optimiser;
beforeAll(async () => {
  [app, optimise] = await Promise.all([learningApp(), loadOptimiser()]);
});
afterAll(() => app?.close());
// A run concerns every account.
afterEach(() => app.db.deleteFrom('accounts').execute());

const habits = { days: 90, every: 3, sentencesADay: 10, fragments: 300 };
const fitting = () => ({ db: app.db, histories: learnerStreams(app.log), optimise });
/** Knows the truth at once: for tests of what happens around it. */
const knowing = async () => lasting(0.2);
const never = new AbortController().signal;
const hour = 3_600_000;

function run({ dependencies = fitting(), signal = never, longest = hour } = {}): Promise<Fitted> {
  return fitSchedules(dependencies, { now: () => new Date('2026-06-01T02:00:00Z'), signal, longest });
}

/** What the learner did, added to their stream. */
async function answer({ id }: Learner, sentences: Iterable<SimulatedSentence>): Promise<void> {
  const stream = vocabularyStream(id, 'es');
  const before = (await app.log.readStream(stream)).at(-1)?.revision;
  await app.log.append(
    stream,
    before ?? 'none',
    Array.from(sentences, ({ event, at }) => ({
      ...event,
      id: uuidv7(),
      metadata: { commandId: uuidv7(), actor: id, at, schema: 1 },
    })),
  );
}

const rowsOf = ({ id }: Learner) =>
  app.db.selectFrom('review_parameters').selectAll().where('learner', '=', id).execute();

const daysAgo = (days: number) => Date.now() - days * DAY * 1_000;
const forgetful = (seed: string, from = 120) =>
  sentencesOf(seed, { ...habits, parameters: lasting(0.2) }, daysAgo(from));

/** Reads the small library's first sentence, so that its fragments can be asked, and answers for them now and then. */
async function read(learner: Learner): Promise<string | undefined> {
  await answer(
    learner,
    [100, 90, 60].map((days, index) => ({
      event: {
        type: 'SentenceAnswered',
        data: {
          epoch: 0,
          book: 'cuento',
          sentence: 's1',
          contentVersion: 'first edition',
          occasion: 'reading',
          answers: [
            ['q-gatos', 'word', 0, true, 4_000],
            ['q-duerme', 'word', 1, false, 4_000],
          ],
          fragments: { gat: [index ? 'I' : 'new', 'I', 0], duerm: [index ? 'I' : 'new', 'I', 1] },
        },
      },
      at: new Date(daysAgo(days)).toISOString(),
      recall: new Map(),
    })),
  );
  const body = { bookId: 'cuento', chapter: 1, sentenceId: 's2' };
  return (await app.call(setLastRead, learner, { body })).position;
}

async function fresh<E extends Endpoint>(endpoint: E, learner: Learner, after: string | undefined) {
  for (;;) {
    const reply = await app.call(endpoint, learner, { after });
    if (reply.headers.get('X-Stale') === null) return reply.body;
  }
}

/** When the reply of the vocabulary page says a fragment is due; seconds since 1970. */
async function dueOf(learner: Learner, fragment: string, after: string | undefined) {
  const { languages } = await fresh(words, learner, after);
  return languages[0]?.fragments.find(([id]) => id === fragment)?.[10] ?? null;
}

test('who forgets quickly gets a schedule of their own, and all that tells when something is due follows it', async () => {
  const learner = await app.learner('olvidadiza');
  await answer(learner, forgetful('olvidadiza'));
  const after = await read(learner);
  const ofCat = { ...review, path: '/vocabularies/review?fragments=gat' } as const;
  const before = { due: await dueOf(learner, 'gat', after), review: await fresh(ofCat, learner, after) };
  expect(before.review).toMatchObject({ due: 1, fitted: null });

  await run();
  const [row] = await rowsOf(learner);
  expect(row).toMatchObject({ language: 'es', fitted_at: new Date('2026-06-01T02:00:00Z') });
  expect(row?.parameters).toHaveLength(21);
  expect(row?.loss_after).toBeLessThan(row?.loss_before ?? 0);
  expect(row?.fitted_from).toBeGreaterThan(400);
  expect(row?.held_out).toBeGreaterThan(100);

  const { recent } = await app.db
    .withTables<{ 'read_models.review_schedule': { learner: string; fragment: string; recent: string } }>()
    .selectFrom('read_models.review_schedule')
    .select('recent')
    .where('learner', '=', learner.id)
    .where('fragment', '=', 'gat')
    .executeTakeFirstOrThrow();
  const { base, steps } = parsed(recent);
  const own = memoryFrom(scheduler(row?.parameters ?? []), base, steps);
  const due = await dueOf(learner, 'gat', after);
  expect(due).toBe(own && dueAt(own));
  expect(due).toBeLessThan(before.due ?? 0);
  const reviewed = await fresh(ofCat, learner, after);
  expect(reviewed.fitted).toEqual({ since: '2026-06-01T02:00:00.000Z', answers: row?.fitted_from });
  const csv = await (
    await fetch(`${app.origin}${exportVocabulary.path}`, {
      headers: { Authorization: `Bearer ${learner.token}` },
    })
  ).text();
  expect(csv).toContain(new Date((due ?? 0) * 1_000).toISOString().slice(0, 10));
  expect((await app.call(myData, learner)).body).toMatchObject({
    reviewSchedules: [{ language: 'es', parameters: row?.parameters }],
  });
});

test('an answer changes the own memory of what it asked; the others are not computed again', async () => {
  const learner = await app.learner('atenta');
  await answer(learner, forgetful('atenta'));
  await run({ dependencies: { ...fitting(), optimise: knowing } });
  const after = await read(learner);
  const due = await dueOf(learner, 'gat', after);
  const db = app.db as unknown as Kysely<Queried>;
  const own = () => db.transaction().execute(snapshot => ownScheduleOf(snapshot, learner.id));
  const { memories } = await own();
  expect(memories.get('gat')?.due).toBe(due);
  expect((await own()).memories).toBe(memories);

  const later = await app.call(markFragments, learner, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'gat', level: 'IV' }] },
  });
  expect(await dueOf(learner, 'gat', later.position)).not.toBe(due);
  const now = (await own()).memories;
  expect(now.get('gat')?.due).toBe(await dueOf(learner, 'gat', later.position));
  expect(now.get('duerm')).toBe(memories.get('duerm'));

  await db
    .updateTable('review_parameters')
    .set({ parameters: [...lasting(3)] })
    .execute();
  expect((await own()).memories.get('duerm')?.stability).toBeGreaterThan(
    memories.get('duerm')?.stability ?? 0,
  );
});

test('a schedule is fitted again after a quarter more reviews, and no history is read for a few more answers', async () => {
  const learner = await app.learner('constante');
  await answer(learner, forgetful('constante'));
  await run();
  const [first] = await rowsOf(learner);
  expect((await run()).read).toBe(0);
  await answer(learner, [...forgetful('poco', 20)].slice(0, 60));
  expect(await run()).toMatchObject({ read: 1, tried: 0 });
  const [second] = await rowsOf(learner);
  expect(second).toEqual({ ...first, read_to: (first?.read_to ?? 0) + 60 });
});

test('what was learned from early answers is not kept when later ones contradict it', async () => {
  const learner = await app.learner('cambiante');
  await answer(learner, sentencesOf('early', { ...habits, parameters: lasting(0.1) }, daysAgo(140)));
  const late = { ...habits, every: 1, days: 20, parameters: lasting(500) };
  await answer(learner, sentencesOf('late', late, daysAgo(40)));
  expect(await run()).toMatchObject({ read: 1, tried: 1, kept: 0 });
  const [row] = await rowsOf(learner);
  expect(row).toMatchObject({ parameters: null, fitted_at: null, fitted_from: null });
  expect(row?.loss_after).toBe(row?.loss_before);
  expect(row?.reviews_tried).toBeGreaterThan(400);
  const { fitted } = await fresh(review, learner, undefined);
  expect(fitted).toEqual({ since: null, answers: row?.reviews_tried });
});

test('with fewer than 400 reviews nothing is tried', async () => {
  const learner = await app.learner('nueva');
  await answer(learner, sentencesOf('nueva', { ...habits, days: 24, parameters: lasting(0.2) }, daysAgo(60)));
  const job = fitSchedulesJob({ db: app.db, histories: learnerStreams(app.log) });
  expect(await job.run(never)).toEqual([
    expect.stringMatching(/^histories read: \d+, schedules fitted: \d+, kept: \d+$/),
  ]);
  expect(await rowsOf(learner)).toMatchObject([{ parameters: null, reviews_tried: 0 }]);
  expect((await fresh(review, learner, undefined)).fitted).toBeNull();
  expect(await job.run(never)).toEqual([]);
});

test('a job that dies or takes too long has kept what it finished, and the next one goes on from there', async () => {
  const learners = [await app.learner('primera'), await app.learner('segunda')];
  for (const learner of learners) await answer(learner, forgetful(learner.username));
  const dying = new AbortController();
  let calls = 0;
  const stopped = await run({
    dependencies: {
      ...fitting(),
      optimise: async () => {
        calls += 1;
        if (calls === 2) dying.abort();
        return knowing();
      },
    },
    signal: dying.signal,
  });
  expect(stopped).toMatchObject({ read: 1, kept: 1, done: false });
  const rows = async () => (await Promise.all(learners.map(rowsOf))).flat();
  const [finished] = await rows();
  expect(await rows()).toHaveLength(1);

  const again = { ...fitting(), optimise: knowing };
  expect(await run({ dependencies: again, longest: 0 })).toMatchObject({ read: 0, done: false });
  expect(await run({ dependencies: again })).toMatchObject({ read: 1, kept: 1, done: true });
  expect(await rows()).toHaveLength(2);
  expect(await rows()).toContainEqual(finished);
});

test('an account that is deleted meanwhile gets nothing, and a deleted one leaves nothing', async () => {
  const [gone, going] = [await app.learner('ida'), await app.learner('yendo')];
  const forget = ({ id }: Learner) => app.db.deleteFrom('accounts').where('id', '=', id).execute();
  await answer(gone, forgetful('ida'));
  await run({ dependencies: { ...fitting(), optimise: knowing } });
  expect(await rowsOf(gone)).toMatchObject([{ parameters: [...lasting(0.2)] }]);
  await forget(gone);
  expect(await rowsOf(gone)).toEqual([]);

  await answer(going, forgetful('yendo'));
  const optimise = async () => {
    await forget(going);
    return knowing();
  };
  expect(await run({ dependencies: { ...fitting(), optimise } })).toMatchObject({ failed: [], done: true });
  expect(await rowsOf(going)).toEqual([]);
});

test('a learner whose history cannot be fitted keeps nobody else from it, and is tried again', async () => {
  const learners = [await app.learner('una'), await app.learner('otra')];
  for (const learner of learners) await answer(learner, forgetful(learner.username));
  let calls = 0;
  const optimise = async () => {
    calls += 1;
    if (calls === 1) throw new Error('out of memory');
    return knowing();
  };
  const dependencies = { ...fitting(), optimise };
  const first = await run({ dependencies });
  expect(first).toMatchObject({ kept: 1, done: true });
  expect(first.failed).toEqual([expect.stringContaining('out of memory')]);
  expect(await run({ dependencies })).toMatchObject({ kept: 1, failed: [], done: true });
});

test('while the log is away a run ends at the first learner', async () => {
  for (const username of ['una', 'otra']) await answer(await app.learner(username), forgetful(username));
  const readStream: StreamReader<LearnerEvents>['readStream'] = () =>
    Promise.reject(new Unavailable('the log is away'));
  const found = await run({
    dependencies: { ...fitting(), histories: { readStream } },
  });
  expect(found).toMatchObject({ read: 0, done: false });
  expect(found.failed).toEqual([expect.stringContaining('the log is away')]);
});
