import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Endpoint } from '../../facade/endpoint.ts';
import { recentLoginRequired } from '../../facade/own-account.ts';
import { endSessionsOf, ownResets, people, resetTrail, setRoles } from '../../facade/people.ts';
import {
  cancelReinitialization,
  controlProjection,
  previewRebuild,
  projections,
} from '../../facade/projections.ts';
import { questionStatistics } from '../../facade/questions.ts';
import { profile } from '../../facade/users.ts';
import {
  answerQuestions,
  reinitializeAllUsers,
  resetVocabulary,
  undoVocabularyReset,
  vocabularies,
} from '../../facade/vocabularies.ts';
import {
  type Learner,
  type LearningApp,
  learningApp,
  type Reply,
  type Sent,
} from '../../tooling/testing/learning-app.ts';

/** The calls of staff, through the real API on a real database with running projections. */

let app: LearningApp;
let admin: Learner;
let employee: Learner;
beforeAll(async () => {
  app = await learningApp();
  admin = await app.learner('boss', ['user', 'admin']);
  employee = await app.learner('clerk', ['user', 'employee']);
});
afterAll(() => app?.close());

async function fresh<E extends Endpoint>(endpoint: E, learner: Learner, sent: Sent): Promise<Reply<E>> {
  for (;;) {
    const reply = await app.call(endpoint, learner, sent);
    if (reply.headers.get('X-Stale') === null) return reply;
  }
}

function answer(
  learner: Learner,
  answers: readonly { question: string; chosen: number | null; milliseconds: number }[],
) {
  const body = {
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'first edition',
    answers,
  };
  return app.call(answerQuestions, learner, { body });
}

const one = { id: '0'.repeat(32) };
const calls: readonly (readonly [Endpoint, Sent, employees: 'may' | 'may not'])[] = [
  [projections, {}, 'may'],
  [questionStatistics, { params: { bookId: 'cuento', chapter: 1 } }, 'may'],
  [previewRebuild, {}, 'may not'],
  [controlProjection, { body: { projection: 'known-counts', act: 'resume' } }, 'may not'],
  [cancelReinitialization, {}, 'may not'],
  [reinitializeAllUsers, {}, 'may not'],
  [people, { query: { search: 'boss' } }, 'may not'],
  [resetTrail, {}, 'may not'],
  [setRoles, { body: { ...one, role: 'admin' } }, 'may not'],
  [endSessionsOf, { body: one }, 'may not'],
  [resetVocabulary, { body: { username: 'boss' } }, 'may not'],
  [undoVocabularyReset, { body: { username: 'boss' } }, 'may not'],
];

test.each(calls.map(([endpoint, sent, employees]) => ({ name: endpoint.name, endpoint, sent, employees })))(
  '$name: an employee $employees, a learner may not',
  async ({ endpoint, sent, employees }) => {
    const learner = await app.learner(`learner${calls.findIndex(([one]) => one === endpoint)}`);
    expect((await app.call(endpoint, learner, sent)).status).toBe(403);
    expect((await app.call(endpoint, null, sent)).status).toBe(403);
    expect((await app.call(endpoint, employee, sent)).status).toBe(employees === 'may' ? 200 : 403);
  },
);

describe('projections', () => {
  const named = async (name: string) => {
    const { body } = await app.call(projections, admin);
    return body.projections.find(one => one.name === name);
  };

  test('a paused one is shown as paused, and continues when it is resumed', async () => {
    const control = (act: string) =>
      app.call(controlProjection, admin, { body: { projection: 'learner-days', act } });
    expect((await control('pause')).body).toEqual({ message: 'learner-days was paused', isError: false });
    await vi.waitUntil(async () => (await named('learner-days'))?.state === 'Paused', { timeout: 120_000 });
    expect(await named('learner-days')).toMatchObject({ running: false, failure: null, rebuild: null });
    await control('resume');
    await vi.waitUntil(async () => (await named('learner-days'))?.state === 'Active', { timeout: 120_000 });
  });

  test('a preview counts events, and the end of a rebuild is shown', async () => {
    const { body } = await app.call(previewRebuild, admin);
    expect(body.projections).toContainEqual({
      name: 'known-counts',
      events: expect.any(Number),
      seconds: null,
    });
    expect(body.allUsers).toEqual([
      'vocabulary-entries',
      'fragment-histories',
      'known-counts',
      'known-count-weeks',
      'known-count-days',
      'vocabulary-resets',
      'policy-switches',
      'review-schedule',
    ]);
    const wanted = { projection: 'known-counts', act: 'rebuild' };
    expect((await app.call(controlProjection, admin, { body: wanted })).status).toBe(200);
    await vi.waitUntil(async () => (await named('known-counts'))?.rebuild === null, { timeout: 120_000 });
  });

  test('a rebuild of a paused projection waits and can be cancelled', async () => {
    const control = (act: string, projection = 'book-progress') =>
      app.call(controlProjection, admin, { body: { projection, act } });
    await control('pause');
    await vi.waitUntil(async () => (await named('book-progress'))?.state === 'Paused', { timeout: 120_000 });
    await control('rebuild');
    expect((await named('book-progress'))?.rebuild).toMatchObject({ cancellable: true });
    expect((await control('cancel')).status).toBe(200);
    await vi.waitUntil(async () => (await named('book-progress'))?.rebuild === null, { timeout: 120_000 });
    await control('resume');
    expect(await control('cancel')).toMatchObject({ status: 409, failure: { message: 'nothing to cancel' } });
    expect(await app.call(cancelReinitialization, admin)).toMatchObject({ status: 409 });
    expect(await control('pause', 'nothing')).toMatchObject({
      status: 404,
      failure: { message: 'unknown projection', errorField: 'projection', isError: true },
    });
  });
});

test('statistics of questions: right, wrong by option, unknown, and time', async () => {
  const learner = await app.learner('anselmo');
  await answer(learner, [
    { question: 'q-gatos', chosen: 0, milliseconds: 1_000 },
    { question: 'q-duerme', chosen: 1, milliseconds: 3_000 },
  ]);
  const written = await answer(learner, [{ question: 'q-gatos', chosen: null, milliseconds: 2_000 }]);
  const { body } = await fresh(questionStatistics, employee, {
    params: { bookId: 'cuento', chapter: 1 },
    after: written.position,
  });
  expect(body.questions.map(({ id }) => id).toSorted()).toEqual(['q-duerme', 'q-gatos']);
  expect(body.total).toBeGreaterThan(2);
  expect(body.questions.find(({ id }) => id === 'q-gatos')).toMatchObject({
    kind: 'word',
    sentence: 1,
    before: '',
    asked: 'Gatos',
    after: ', Ana duerme.',
    answers: 2,
    unknown: 1,
    milliseconds: 1_500,
  });
  const duerme = body.questions.find(({ id }) => id === 'q-duerme');
  expect(duerme).toMatchObject({ before: 'Gatos, Ana ', asked: 'duerme', after: '.' });
  expect(duerme?.options.map(({ times }) => times)).toEqual([
    0,
    1,
    ...Array((duerme?.options.length ?? 2) - 2).fill(0),
  ]);
  const nowhere = { params: { bookId: 'cuento', chapter: 9 } };
  expect((await app.call(questionStatistics, employee, nowhere)).status).toBe(404);
});

test('people are found by a part of name or address, without secrets', async () => {
  const learner = await app.learner('findme');
  await app.subscribe(learner, 'active', true);
  const find = async (search: string) => (await app.call(people, admin, { query: { search } })).body;
  expect(await find('INDM')).toEqual([
    {
      id: learner.id,
      username: 'findme',
      email: expect.stringContaining('@'),
      createdAt: expect.any(String),
      roles: ['user'],
      sessions: expect.any(Number),
      lastUsedAt: null,
      subscription: { status: 'active', active: true, paidUntil: null, cancelsAtPeriodEnd: true },
    },
  ]);
  expect(await find('%')).toEqual([]);
});

test('a new role applies at once, and no one can change their own', async () => {
  const learner = await app.learner('hopeful');
  const body = { id: learner.id, role: 'employee' };
  expect((await app.call(setRoles, admin, { body })).body.message).toBe('hopeful is an employee now');
  expect((await app.call(profile, learner)).status).toBe(403);
  const { body: found } = await app.call(people, admin, { query: { search: 'hopeful' } });
  expect(found[0]).toMatchObject({ roles: ['user', 'employee'], sessions: 0 });
  expect(await app.call(setRoles, admin, { body: { id: admin.id, role: 'user' } })).toMatchObject({
    status: 409,
    failure: { message: 'not yourself' },
  });
  expect((await app.call(setRoles, admin, { body: { ...one, role: 'user' } })).status).toBe(404);
});

test('making someone an admin needs a recent login, and is logged', async () => {
  const [late, hopeful] = [await app.learner('late', ['user', 'admin']), await app.learner('promoted')];
  const proved = (proved_at: Date) =>
    app.db.updateTable('sessions').set({ proved_at }).where('account_id', '=', late.id).execute();
  const promote = () => app.call(setRoles, late, { body: { id: hopeful.id, role: 'admin' } });
  await proved(new Date(Date.now() - 6 * 60_000));
  expect(await promote()).toMatchObject({ status: 401, failure: { message: recentLoginRequired } });
  expect((await app.call(profile, hopeful)).status).toBe(200);
  expect(app.mails.filter(({ to }) => to.startsWith('promoted@'))).toEqual([]);

  await proved(new Date());
  expect((await promote()).body.message).toBe('promoted is an admin now');
  expect(app.mails.filter(({ to }) => to.startsWith('promoted@'))).toMatchObject([
    { subject: 'Your account was changed', text: expect.stringContaining('made you an admin') },
  ]);
  expect(app.reports.join('\n')).toContain(`${late.id} made ${hopeful.id} an admin`);
});

test('of two admins who demote each other concurrently one remains', async () => {
  const [left, right] = [
    await app.learner('left', ['user', 'admin']),
    await app.learner('right', ['user', 'admin']),
  ];
  const demote = (by: Learner, whom: Learner) =>
    app.call(setRoles, by, { body: { id: whom.id, role: 'user' } });
  const { calls } = await app.db.transaction().execute(async trx => {
    await sql`select from accounts where id = any(${[left.id, right.id]}) for update`.execute(trx);
    const both = Promise.all([demote(left, right), demote(right, left)]);
    // Both have passed authorization and wait.
    await vi.waitUntil(
      async () => {
        const { rows } = await app.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        );
        return rows.length === 2;
      },
      { timeout: 120_000 },
    );
    return { calls: both };
  });
  expect((await calls).map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const admins = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [left.id, right.id])
    .where(sql<boolean>`'admin' = any(roles)`)
    .execute();
  expect(admins).toHaveLength(1);
});

test('an admin can end all sessions of a learner', async () => {
  const learner = await app.learner('signedin');
  const { body } = await app.call(endSessionsOf, admin, { body: { id: learner.id } });
  expect(body.message).toBe('signedin is signed out everywhere');
  expect((await app.call(profile, learner)).status).toBe(403);
});

test("a reset's command id is refused for the undo of it, which otherwise would be told and not done", async () => {
  const learner = await app.learner('twicekey');
  await answer(learner, [{ question: 'q-gatos', chosen: 0, milliseconds: 1_000 }]);
  const body = { username: 'twicekey' };
  const commandId = crypto.randomUUID();
  const reset = () => app.call(resetVocabulary, admin, { body, commandId });
  expect((await reset()).status).toBe(200);
  expect((await reset()).status).toBe(200);
  const undone = await app.call(undoVocabularyReset, admin, { body, commandId });
  expect([undone.status, undone.failure.errorField]).toEqual([422, 'Idempotency-Key']);
  expect((await app.call(undoVocabularyReset, admin, { body })).status).toBe(200);
});

test('a reset of a learner without words says that there is nothing to undo', async () => {
  const learner = await app.learner('wordless');
  const body = { username: 'wordless' };
  expect((await app.call(resetVocabulary, admin, { body })).body.undoable).toBe(false);
  expect((await app.call(undoVocabularyReset, admin, { body })).status).toBe(409);
  await answer(learner, [{ question: 'q-gatos', chosen: 0, milliseconds: 1_000 }]);
  expect((await app.call(resetVocabulary, admin, { body })).body.undoable).toBe(true);
});

test('a reset that is given twice can be undone: the learner has everything back', async () => {
  const learner = await app.learner('resettwice');
  await answer(learner, [{ question: 'q-gatos', chosen: 0, milliseconds: 1_000 }]);
  const body = { username: 'resettwice' };
  await app.call(resetVocabulary, admin, { body });
  expect((await app.call(resetVocabulary, admin, { body })).status).toBe(200);
  const { position } = await app.call(undoVocabularyReset, admin, { body });
  const { body: entries } = await fresh(vocabularies, learner, { after: position });
  expect(entries.length).toBeGreaterThan(0);
});

test('a reset has an audit trail: by whom, when, for whom, undone by whom; the learner sees when', async () => {
  const learner = await app.learner('resetme');
  const other = await app.learner('otherboss', ['user', 'admin']);
  await answer(learner, [{ question: 'q-gatos', chosen: 0, milliseconds: 1_000 }]);
  const body = { username: 'resetme' };
  const reset = await app.call(resetVocabulary, admin, { body });
  const own = await fresh(ownResets, learner, { after: reset.position });
  expect(own.body).toEqual([{ at: expect.stringMatching(/^20.*Z$/), undoneAt: null }]);
  const undone = await app.call(undoVocabularyReset, other, { body });
  const trail = await fresh(resetTrail, admin, { after: undone.position });
  expect(trail.body).toContainEqual({
    at: own.body[0]?.at,
    learner: learner.id,
    username: 'resetme',
    by: 'boss',
    undoneAt: expect.stringMatching(/^20.*Z$/),
    undoneBy: 'otherboss',
  });
  expect((await app.call(ownResets, other)).body).toEqual([]);
});
