import { expect, onTestFinished, test } from 'vitest';
import { learningApp } from '../tooling/testing/learning-app.ts';
import { lexicons } from './lexicon.ts';

test('the lexicon is read once, and again after the catalogue has changed', async () => {
  const app = await learningApp();
  onTestFinished(app.close);
  const lexiconOf = lexicons();
  const [first, second] = await Promise.all([lexiconOf(app.db), lexiconOf(app.db)]);
  expect(second).toBe(first);
  expect(first.fragments.get('gat')).toMatchObject({ gloss: 'cat', ending: false });
  expect(first.fragments.get('gat')?.places).toMatchObject([{ book: 'cuento', chapter: 1, askedFrom: 1 }]);
  expect(first.words.get('gat')).toMatchObject([{ text: 'gatos', endings: ['plural'] }]);
  // A proper noun is never asked, so it is not in the lexicon.
  expect(first.words.get('ana')).toBeUndefined();

  await app.pool.query(`update fragments set gloss = 'tomcat' where id = 'gat'`);
  await app.pool.query(`update chapters set content_version = 'corrected' where number = 1`);
  expect((await lexiconOf(app.db)).fragments.get('gat')).toMatchObject({ gloss: 'tomcat' });

  await app.pool.query(`update books set withheld = true`);
  expect((await lexiconOf(app.db)).words.size).toBe(0);
});

test('after a failed read the lexicon is read again', async () => {
  const app = await learningApp();
  onTestFinished(app.close);
  const lexiconOf = lexicons();
  await app.pool.query('alter table word_instances rename to word_instances_away');
  await expect(lexiconOf(app.db)).rejects.toThrow('word_instances');
  await app.pool.query('alter table word_instances_away rename to word_instances');
  expect((await lexiconOf(app.db)).fragments.size).toBeGreaterThan(0);
});
