import { expect, onTestFinished, test } from 'vitest';
import { asSpecified } from '../../domain/quiz/pace.ts';
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
    ...asSpecified,
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

test('the pace is stored with the account, and an invalid value changes nothing', async () => {
  const app = await learningApp();
  onTestFinished(app.close);
  const reader = await app.learner('reader');
  const set = (setting: string, value: unknown) => app.call(setSetting, reader, { body: { setting, value } });
  const now = async () => (await app.call(profile, reader)).body.settings;
  for (const [setting, value] of [
    ['fragmentsAsked', 'once'],
    ['asksWholeSentence', true],
    ['newFragmentsPerDay', 20],
  ] as const)
    expect(await set(setting, value)).toMatchObject({ status: 200, body: { setting, value } });
  const pace = { fragmentsAsked: 'once', asksWholeSentence: true, newFragmentsPerDay: 20 };
  expect(await now()).toMatchObject(pace);
  for (const [setting, value] of [
    ['fragmentsAsked', true],
    ['fragmentsAsked', 'twice'],
    ['asksWholeSentence', null],
    ['newFragmentsPerDay', 4],
    ['newFragmentsPerDay', 1_001],
    ['autoPlayWordTTS', 20],
  ])
    expect(await set(String(setting), value)).toMatchObject({ status: 400, body: { errorField: 'value' } });
  expect(await now()).toMatchObject({ ...pace, autoPlayWordTTS: false });
  await set('newFragmentsPerDay', null);
  expect(await now()).toMatchObject({ ...pace, newFragmentsPerDay: null });
});
