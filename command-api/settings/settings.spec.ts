import { expect, onTestFinished, test } from 'vitest';
import { profile, setHasLoggedIn, setHasSeenTutorial, setSetting } from '../../facade/users.ts';
import { learningApp } from '../../tooling/testing/learning-app.ts';

test("each switch changes its own column of the caller's account", async () => {
  const app = await learningApp();
  onTestFinished(app.close);
  const [reader, other] = [await app.learner('reader'), await app.learner('other')];
  const now = async (who = reader) => {
    const { hasLoggedIn, hasSeenTutorial, settings } = (await app.call(profile, who)).body;
    return { hasLoggedIn, hasSeenTutorial, ...settings };
  };
  const off = {
    hasLoggedIn: false,
    hasSeenTutorial: false,
    autoPlayWordTTS: false,
    autoPlaySentenceTTS: false,
    showReadingWeeks: true,
  };
  expect(await now()).toEqual(off);
  const word = { setting: 'autoPlayWordTTS', value: true };
  expect((await app.call(setSetting, reader, { body: word })).body).toEqual(word);
  expect(await now()).toEqual({ ...off, autoPlayWordTTS: true });
  await app.call(setSetting, reader, { body: { setting: 'autoPlaySentenceTTS', value: true } });
  await app.call(setSetting, reader, { body: { setting: 'autoPlayWordTTS', value: false } });
  await app.call(setHasLoggedIn, reader, { body: { value: true } });
  expect(await now()).toEqual({ ...off, autoPlaySentenceTTS: true, hasLoggedIn: true });
  await app.call(setHasSeenTutorial, reader, { body: { value: true } });
  await app.call(setHasLoggedIn, reader, { body: { value: false } });
  expect(await now()).toEqual({ ...off, autoPlaySentenceTTS: true, hasSeenTutorial: true });
  expect(await now(other)).toEqual(off);
});
