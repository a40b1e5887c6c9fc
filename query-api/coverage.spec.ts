import { afterAll, beforeAll, expect, test } from 'vitest';
import { chapterMap, coverage } from '../facade/progress.ts';
import { review } from '../facade/review.ts';
import { setLastRead } from '../facade/users.ts';
import { answerQuestions, markFragments } from '../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp } from '../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

async function mark(learner: Learner, levels: Readonly<Record<string, string>>) {
  const fragments = Object.entries(levels).map(([fragmentId, level]) => ({ fragmentId, level }));
  return (await app.call(markFragments, learner, { body: { languageId: 'es', fragments } })).position;
}

async function readUpTo(learner: Learner, sentenceId: string, chapter = 1) {
  const body = { bookId: 'cuento', chapter, sentenceId };
  return (await app.call(setLastRead, learner, { body })).position;
}

/** The reply once the read models hold the write at `after`. */
async function fresh(
  endpoint: typeof chapterMap | typeof coverage,
  learner: Learner,
  after?: string,
): Promise<unknown> {
  for (;;) {
    const reply = await app.call(endpoint, learner, { after });
    if (reply.headers.get('X-Stale') === null) return reply.body;
  }
}

test('before a chapter was opened the map has the first one, and there is no next chapter', async () => {
  const learner = await app.learner('newcomer');
  expect(await fresh(chapterMap, learner)).toEqual([
    {
      bookId: 'cuento',
      chapter: 1,
      read: 0,
      sentences: [
        ['s1', 0, 3],
        ['s2', 0, 2],
        ['s3', 0, 2],
      ],
    },
  ]);
  expect(await fresh(coverage, learner)).toEqual({ next: null, secondsPerAnswer: null });
});

test('a sentence is known by the share of its known fragments; skipped words do not count', async () => {
  const learner = await app.learner('knows');
  await mark(learner, { gat: 'IV', duerm: 'III', ana: 'IV' });
  const after = await readUpTo(learner, 's2');
  expect(await fresh(chapterMap, learner, after)).toEqual([
    expect.objectContaining({
      chapter: 1,
      read: 1,
      sentences: [
        ['s1', 1, 3],
        ['s2', 1, 2],
        ['s3', 0, 2],
      ],
    }),
    // The next chapter, also unpaid: numbers only.
    { bookId: 'cuento', chapter: 2, read: 0, sentences: [['s4', 0, 2]] },
  ]);
});

test('the proposed fragments occur in sentences that were read, and can be reviewed at once', async () => {
  const learner = await app.learner('learns');
  await mark(learner, { gat: 'IV', ros: 'I' });
  await app.call(answerQuestions, learner, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: ['q-gatos', 'q-duerme'].map(question => ({ question, chosen: 0, milliseconds: 2_000 })),
    },
  });
  const after = await readUpTo(learner, 's2');
  // 'ros' occurs in a sentence that was not read; 'plural' three times, 'gat' twice, 'duerm' once.
  expect(await fresh(coverage, learner, after)).toEqual({
    next: {
      bookId: 'cuento',
      chapter: 1,
      known: 2,
      total: 7,
      goal: 80,
      after: 6,
      fragments: [
        { id: 'plural', text: '-s', gloss: 'more than one', level: 'I' },
        { id: 'duerm', text: 'duerm', gloss: 'sleep', level: 'I' },
      ],
    },
    secondsPerAnswer: 1.5,
  });
  const query = { fragments: 'plural,duerm,ros' };
  const { body } = await app.call(review, learner, { query, after });
  expect(body.due).toBe(2);
  expect(body.questions.map(({ id }) => id).toSorted()).toEqual(['q-duerme', 'q-gatos']);
});

test('after a finished chapter the next one is proposed', async () => {
  const learner = await app.learner('finishes');
  const after = await readUpTo(learner, 'finished');
  expect(await fresh(coverage, learner, after)).toMatchObject({
    next: { chapter: 2, known: 0, total: 2, goal: 80, fragments: [], after: 0 },
  });
});
