import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { profile } from '../facade/users.ts';
import { answerQuestions } from '../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp } from '../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

function answer(learner: Learner, questions: Readonly<Record<string, number>>) {
  return app.call(answerQuestions, learner, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: Object.entries(questions).map(([question, milliseconds]) => ({
        question,
        chosen: 0,
        milliseconds,
      })),
    },
  });
}

async function figures(learner: Learner, after: string | undefined) {
  for (;;) {
    const reply = await app.call(profile, learner, { after });
    if (reply.headers.get('X-Stale') !== null) continue;
    const { newFragments, secondsPerAnswer } = reply.body;
    return { newFragments, secondsPerAnswer };
  }
}

test('the profile has the number of new fragments asked today and the median answer time', async () => {
  // The server's clock stands still shortly before midnight: midnight comes when the test says so.
  const day = new Date().toISOString().slice(0, 10);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(`${day}T23:59:59Z`) });
  onTestFinished(() => void vi.useRealTimers());
  const learner = await app.learner('paced');
  expect(await figures(learner, undefined)).toEqual({
    newFragments: { day, asked: 0 },
    secondsPerAnswer: null,
  });
  // gatos: gat and plural; one pause of ten minutes.
  await answer(learner, { 'q-gatos': 5_000, 'q-duerme': 600_000 });
  const { position } = await answer(learner, { 'q-gatos': 5_000 });
  const { newFragments, secondsPerAnswer } = await figures(learner, position);
  expect(secondsPerAnswer).toBeGreaterThan(4);
  expect(secondsPerAnswer).toBeLessThanOrEqual(6);
  const { asked } = newFragments;
  // A repeated question is not new.
  const again = await answer(learner, { 'q-gatos': 5_000 });
  expect((await figures(learner, again.position)).newFragments).toEqual({ day, asked });
  expect(asked).toBeGreaterThanOrEqual(3);

  vi.setSystemTime(Date.now() + 1_000);
  const next = new Date().toISOString().slice(0, 10);
  expect((await figures(learner, again.position)).newFragments).toEqual({ day: next, asked: 0 });
});
