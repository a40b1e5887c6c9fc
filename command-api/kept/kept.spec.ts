import { afterAll, beforeAll, expect, test } from 'vitest';
import { keepClause, keepFragment, kept, letGo } from '../../facade/kept.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

const keptBy = async (learner: Learner) => (await app.call(kept, learner)).body;

test('a word is kept once, with the last note, and can be removed', async () => {
  const [ana, eva] = [await app.learner('ana'), await app.learner('eva')];
  const body = { fragmentId: 'gat', note: '  like gato, of course  ' };
  const first = await app.call(keepFragment, ana, { body });
  expect(first.status).toBe(200);
  expect((await app.call(keepFragment, ana, { body })).body).toEqual(first.body);
  expect(await keptBy(ana)).toMatchObject([
    { ...first.body, note: 'like gato, of course', fragment: { id: 'gat', text: 'gat', gloss: 'cat' } },
  ]);
  await app.call(keepFragment, ana, { body: { fragmentId: 'gat', note: '' } });
  expect(await keptBy(ana)).toMatchObject([{ ...first.body, note: '' }]);
  expect(await keptBy(eva)).toEqual([]);

  // Another learner's row stays, and a second removal changes nothing.
  expect((await app.call(letGo, eva, { params: first.body })).status).toBe(200);
  expect(await keptBy(ana)).toHaveLength(1);
  for (const _ of [1, 2]) expect((await app.call(letGo, ana, { params: first.body })).status).toBe(200);
  expect(await keptBy(ana)).toEqual([]);
});

test('a clause is kept with its text and its place in the book', async () => {
  const bea = await app.learner('bea');
  const { status, body } = await app.call(keepClause, bea, {
    body: { sentenceId: 's1', clause: 0, note: 'a nap' },
  });
  expect(status).toBe(200);
  const [found] = await keptBy(bea);
  expect(found).toMatchObject({
    ...body,
    note: 'a nap',
    fragment: null,
    clause: { sentenceId: 's1', clause: 0, place: { bookId: 'cuento', book: 'Un Cuento', chapter: 1 } },
  });
  const sentence = await app.db
    .selectFrom('sentences')
    .select('text')
    .where('id', '=', 's1')
    .executeTakeFirstOrThrow();
  expect(found?.clause?.text).not.toBe('');
  expect(sentence.text.startsWith(found?.clause?.text ?? '-')).toBe(true);
});

test.each([
  ['a fragment that is none', 'hugo', keepFragment, { fragmentId: 'nothing', note: '' }, 404, 'fragmentId'],
  [
    'a sentence that is none',
    'ines',
    keepClause,
    { sentenceId: 'nothing', clause: 0, note: '' },
    404,
    'sentenceId',
  ],
  ['a clause that is none', 'juan', keepClause, { sentenceId: 's1', clause: 99, note: '' }, 404, 'clause'],
  [
    'a note that is too long',
    'karl',
    keepFragment,
    { fragmentId: 'gat', note: 'x'.repeat(1_001) },
    400,
    'note',
  ],
] as const)('%s is refused, and nothing is kept', async (_what, name, endpoint, body, status, errorField) => {
  const learner = await app.learner(name);
  expect(await app.call(endpoint, learner, { body })).toMatchObject({ status, failure: { errorField } });
  expect(await keptBy(learner)).toEqual([]);
});

test('a clause of an unpaid chapter is refused; its note can be changed after the subscription', async () => {
  const body = { sentenceId: 's4', clause: 0, note: '' };
  const doris = await app.learner('doris');
  expect(await app.call(keepClause, doris, { body })).toMatchObject({ status: 402 });
  expect(await keptBy(doris)).toEqual([]);
  await app.subscribe(doris, 'active');
  expect(await app.call(keepClause, doris, { body })).toMatchObject({ status: 200 });
  await app.subscribe(doris, 'canceled');
  expect(await app.call(keepClause, doris, { body: { ...body, note: 'red' } })).toMatchObject({
    status: 200,
  });
  expect(await keptBy(doris)).toMatchObject([{ note: 'red', clause: { text: 'Rosas' } }]);
});

test('kept words are deleted with the account', async () => {
  const clara = await app.learner('clara');
  await app.call(keepFragment, clara, { body: { fragmentId: 'gat', note: 'mine' } });
  await app.db.deleteFrom('accounts').where('id', '=', clara.id).execute();
  const { rowCount } = await app.pool.query('select 1 from kept where learner = $1', [clara.id]);
  expect(rowCount).toBe(0);
});

test('a word that is kept while another tab deletes the account is refused like a token that is not valid', async () => {
  const lucia = await app.learner('lucia');
  const other = await app.pool.connect();
  try {
    const { rows } = await other.query('select pg_backend_pid() as pid');
    await other.query('begin');
    await other.query('delete from accounts where id = $1', [lucia.id]);
    const answer = app.call(keepFragment, lucia, { body: { fragmentId: 'gat', note: '' } });
    const waiting = () =>
      app.pool.query('select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))', [rows[0].pid]);
    await expect.poll(async () => (await waiting()).rowCount).toBe(1);
    await other.query('commit');
    expect(await answer).toMatchObject({
      status: 403,
      failure: { message: 'a valid access token is required' },
    });
  } finally {
    other.release();
  }
});
