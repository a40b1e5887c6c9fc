import { afterEach, expect, test } from 'vitest';
import type { ChapterContent, LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { levelOf } from '../../domain/vocabulary/vocabulary.ts';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { answerQuestions, markFragments } from '../../facade/vocabularies.ts';
import { compileLibrary } from '../../library/library.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { smallLibrary } from '../../tooling/testing/small-library.ts';
import { putLibrary } from '../catalogue/put-library.ts';
import { vocabulary, vocabularyStream } from './aggregate.ts';
import { editionActor, followEdition } from './edition.ts';

let app: LearningApp | undefined;
afterEach(() => app?.close());

const noSnapshots = { load: async () => undefined, save: async () => {} };
const commandsOn = (log: LearningApp['log']) => aggregates(log, { snapshots: noSnapshots });
const at = '2026-01-01T00:00:00.000Z';
const never = new AbortController().signal;

/** How chapter 1 of Platero y Yo took its words apart before its corrections; the ids are those of the library. */
const before: Readonly<Record<string, readonly string[]>> = {
  nt5xpw: ['uab3yg', 'w97vqu'],
  j3pvm4: ['a9ysbd', 'x6ffsw', 'w9bcaq'],
  pndj5c: ['yhjrwm', 'x6ffsw'],
  exeven: ['bz9gp5', 'b5cg4z'],
  axh945: ['qk5jm7', 'x7rgru'],
  bw64mu: ['e7spb8', 'gzzzsq'],
};

function presentLibrary(): LibraryContent {
  const compiled = compileLibrary();
  if (!('content' in compiled)) throw new Error('the library has problems');
  return compiled.content;
}

/** The library as it was: only chapter 1, and in it the words that were corrected taken apart as they were. */
function correctedBack(library: LibraryContent): LibraryContent {
  const chapters = library.chapters.flatMap((content): ChapterContent[] => {
    const words = content.wordInstances.map(word => ({
      ...word,
      fragments: before[word.id] ?? word.fragments,
    }));
    if (words.every((word, index) => word.fragments === content.wordInstances[index]?.fragments)) return [];
    const chapter = { ...content.chapter, contentVersion: 'before the corrections' };
    return [{ ...content, chapter, wordInstances: words }];
  });
  return { ...library, chapters };
}

const state = async ({ log }: LearningApp, learner: string, language: string) =>
  (await commandsOn(log).load(vocabulary, vocabularyStream(learner, language))).state;

test('corrections of chapter 1 take nothing from a learner who read it before', async () => {
  const library = presentLibrary();
  const old = correctedBack(library);
  const [chapter] = old.chapters;
  if (!chapter) throw new Error('chapter 1 is not there');
  const { bookId, contentVersion } = chapter.chapter;
  const language = library.languages[0]?.id ?? '';
  app = await learningApp({ content: old, projecting: false });
  const reader = await app.learner('reader');
  for (const sentence of chapter.sentences)
    for (let times = 0; times < 4; times++) {
      const answers = chapter.questions
        .filter(({ sentenceId, kind }) => sentenceId === sentence.id && kind === 'word')
        .map(({ id }) => ({ question: id, chosen: 0, milliseconds: 900 }));
      const body = { bookId, chapter: 1, sentenceId: sentence.id, contentVersion, answers };
      expect(await app.call(answerQuestions, reader, { body })).toMatchObject({
        status: 200,
        body: { unfit: [] },
      });
    }
  const learned = await state(app, reader.id, language);
  const had = new Set(
    chapter.wordInstances.filter(({ skipped }) => skipped === null).flatMap(word => word.fragments),
  );
  expect([...had].filter(fragment => levelOf(learned, fragment) === 'new')).toEqual([]);

  await putLibrary(app.db, library);
  await followEdition({ db: app.db, aggregates: commandsOn(app.log) }, { at, signal: never });
  const after = await state(app, reader.id, language);
  const kept = await app.db.selectFrom('fragments').select('id').execute();
  for (const fragment of had) {
    expect(levelOf(after, fragment)).toBe(levelOf(learned, fragment));
    expect(kept.map(({ id }) => id)).toContain(fragment);
  }
  // What a split left with its meaning is known; the gender that it showed is a part of its own.
  const trotecillo = library.chapters
    .flatMap(({ wordInstances }) => wordInstances)
    .find(({ text }) => text === 'trotecillo');
  expect(trotecillo?.fragments.slice(0, 2)).toEqual(before[trotecillo?.id ?? '']);
  expect(trotecillo?.fragments).toHaveLength(3);
  const answers = chapter.questions
    .filter(({ kind, wordInstanceId }) => kind === 'word' && wordInstanceId === trotecillo?.id)
    .map(({ id }) => ({ question: id, chosen: 0, milliseconds: 900 }));
  const sentenceId = trotecillo?.sentenceId ?? '';
  expect(
    await app.call(answerQuestions, reader, {
      body: { bookId, chapter: 1, sentenceId, contentVersion, answers },
    }),
  ).toMatchObject({ status: 200, body: { right: 1, unfit: [] } });
});

const merged = { ...smallLibrary(), merges: [{ fragment: 'ros', survivor: 'gat' }] };

test('the survivor of a merge gets the higher level, as one event per vocabulary, once', async () => {
  app = await learningApp({ projecting: false });
  const { db, log } = app;
  const [higher, lower, neither] = [
    await app.learner('higher'),
    await app.learner('lower'),
    await app.learner('neither'),
  ];
  const mark = (learner: typeof higher, levels: Readonly<Record<string, string>>) =>
    app?.call(markFragments, learner, {
      body: {
        languageId: 'es',
        fragments: Object.entries(levels).map(([fragmentId, level]) => ({ fragmentId, level })),
      },
    });
  await mark(higher, { ros: 'IV', gat: 'II' });
  await mark(lower, { ros: 'I', gat: 'III' });
  await putLibrary(db, merged);
  const commands = commandsOn(log);
  expect(await followEdition({ db, aggregates: commands }, { at, signal: never })).toBe(1);
  expect((await log.readStream(vocabularyStream(higher.id, 'es'))).at(-1)).toMatchObject({
    type: 'FragmentsChanged',
    data: { cause: { kind: 'edition' }, fragments: { gat: ['II', 'IV'] } },
    metadata: { actor: editionActor },
  });
  expect(levelOf(await state(app, higher.id, 'es'), 'ros')).toBe('IV');
  const causes = (await log.readStream(vocabularyStream(lower.id, 'es'))).map(
    ({ data }) => (data as { cause?: { kind: string } }).cause?.kind,
  );
  expect(causes).not.toContain('edition');
  // Who has no vocabulary gets none.
  expect(await log.readStream(vocabularyStream(neither.id, 'es'))).toEqual([]);
  expect(await followEdition({ db, aggregates: commands }, { at, signal: never })).toBe(0);
});

test('a stopped job resumes, and changes no vocabulary twice', async () => {
  app = await learningApp({ projecting: false });
  const { db, log } = app;
  const learners = [];
  for (const name of ['one', 'two', 'three']) {
    const learner = await app.learner(name);
    learners.push(learner);
    const fragments = [{ fragmentId: 'ros', level: 'IV' }];
    await app.call(markFragments, learner, { body: { languageId: 'es', fragments } });
  }
  await putLibrary(db, merged);
  const stop = new AbortController();
  const commands = commandsOn(log);
  // Stops after the first vocabulary and before the checkpoint is stored.
  const once: typeof commands = {
    ...commands,
    execute: async (...parameters) => {
      const done = await commands.execute(...parameters);
      stop.abort();
      return done;
    },
  };
  expect(await followEdition({ db, aggregates: once }, { at, signal: stop.signal })).toBe(1);
  await followEdition({ db, aggregates: commandsOn(log) }, { at, signal: never });
  for (const { id } of learners)
    expect(
      (await log.readStream(vocabularyStream(id, 'es'))).filter(
        ({ data }) => (data as { cause?: { kind: string } }).cause?.kind === 'edition',
      ),
    ).toHaveLength(1);
});

test('a merge that an edition took back and a later one made again is followed again', async () => {
  app = await learningApp({ projecting: false });
  const { db, log } = app;
  const learner = await app.learner('again');
  const mark = (level: string) =>
    app?.call(markFragments, learner, {
      body: { languageId: 'es', fragments: [{ fragmentId: 'ros', level }] },
    });
  const follow = async (survivor: string) => {
    await putLibrary(db, { ...smallLibrary(), merges: [{ fragment: 'ros', survivor }] });
    return followEdition({ db, aggregates: commandsOn(log) }, { at, signal: never });
  };
  await mark('II');
  expect([await follow('gat'), await follow('duerm')]).toEqual([1, 1]);
  await mark('IV');
  expect(await follow('gat')).toBe(1);
  expect(levelOf(await state(app, learner.id, 'es'), 'gat')).toBe('IV');
});
