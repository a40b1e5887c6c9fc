import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint, ReplyOf } from '../facade/endpoint.ts';
import { activity, knownCounts } from '../facade/progress.ts';
import { setLastRead } from '../facade/users.ts';
import { answerQuestions, markFragments, resetVocabulary } from '../facade/vocabularies.ts';
import { stopDate } from '../tooling/testing/day.ts';
import { type Learner, type LearningApp, learningApp, type Sent } from '../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

/** The reply once the read models hold the write at `after`. */
async function fresh<E extends Endpoint>(endpoint: E, learner: Learner, sent: Sent): Promise<ReplyOf<E>> {
  for (;;) {
    const reply = await app.call(endpoint, learner, sent);
    if (reply.headers.get('X-Stale') === null) return reply.body;
  }
}

const spanish = { languageId: 'es' };

test('the known count at the end of each day and its changes by cause; a reset starts from 0', async () => {
  const today = stopDate();
  const learner = await app.learner('history');
  const admin = await app.learner('keeper', ['user', 'admin']);
  expect(await fresh(knownCounts, learner, { query: spanish })).toEqual({ days: [], credited: 0 });
  await app.call(markFragments, learner, {
    body: {
      languageId: 'es',
      fragments: [
        { fragmentId: 'gat', level: 'IV' },
        { fragmentId: 'duerm', level: 'I' },
      ],
    },
  });
  const { position } = await app.call(answerQuestions, learner, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: [{ question: 'q-duerme', chosen: 0, milliseconds: 2_000 }],
    },
  });
  const { days } = await fresh(knownCounts, learner, { query: spanish, after: position });
  expect(days).toEqual([[today, 4, 1, 0, 0, 3, 0]]);
  const reset = await app.call(resetVocabulary, admin, { body: { username: 'history' } });
  const after = (await fresh(knownCounts, learner, { query: spanish, after: reset.position })).days;
  expect(after).toEqual([[today, 0, 0, 0, 0, 0, 0]]);
});

test('an unknown language is refused', async () => {
  const learner = await app.learner('stranger');
  const { status, failure } = await app.call(knownCounts, learner, { query: { languageId: 'xx' } });
  expect([status, failure.errorField]).toEqual([404, 'languageId']);
});

test('the activity of a day', async () => {
  const learner = await app.learner('busy');
  await app.call(answerQuestions, learner, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: ['q-gatos', 'q-duerme'].map(question => ({ question, chosen: 0, milliseconds: 2_000 })),
    },
  });
  const { position } = await app.call(setLastRead, learner, {
    body: { bookId: 'cuento', chapter: 1, sentenceId: 's2' },
  });
  const days = await fresh(activity, learner, { after: position });
  const sum = (name: 'answers' | 'sentences' | 'milliseconds') =>
    days.reduce((all, day) => all + day[name], 0);
  expect([sum('answers'), sum('sentences'), sum('milliseconds')]).toEqual([2, 1, 4_000]);
  expect(days.every(({ day }) => /^\d{4}-\d\d-\d\d$/.test(day))).toBe(true);
});
