import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sampleSentence } from '../facade/sample-sentence.ts';
import { type LearningApp, learningApp } from '../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterEach(() => vi.useRealTimers());
afterAll(() => app?.close());

test('the sample is cached for ten minutes, and read more often while there is none', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const tried = async () => (await app.call(sampleSentence, null)).body.sample?.sentence.text;
  const rename = (title: string) => app.db.updateTable('books').set({ title }).execute();
  const later = (seconds: number) => vi.setSystemTime(Date.now() + seconds * 1_000);

  expect(await tried()).toBeUndefined();
  await rename('Platero y Yo');
  expect(await tried()).toBeUndefined();
  later(11);
  expect(await tried()).toBe('Gatos, Ana duerme.');
  await rename('Un Cuento');
  later(590);
  expect(await tried()).toBe('Gatos, Ana duerme.');
  later(11);
  expect(await tried()).toBeUndefined();
});
