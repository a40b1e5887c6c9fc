import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LibraryContent } from '../../../domain/catalogue/catalogue.ts';
import { addSentence, answers, checkHealth, sentences, wordInstances } from '../../../facade/books.ts';
import { type Learner, type LearningApp, learningApp } from '../../../tooling/testing/learning-app.ts';
import { firstChapter, sentence, smallLibrary, word } from '../../../tooling/testing/small-library.ts';
import { deriveFragments, markFragments } from '../put-chapter.ts';
import { putLibrary } from '../put-library.ts';

let app: LearningApp;
let admin: Learner;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
  admin = await app.learner('admin', ['admin']);
});
afterAll(() => app?.close());

const wrongTwo = (name: string) => ({
  [`${name}1`]: 'dogs',
  incorrectExplanation1: 'That would be *perros*.',
  [`${name}2`]: 'cows',
  incorrectExplanation2: 'That would be *vacas*.',
});

/** 'Gatos, duerme.' at a place of the third chapter, which has no content yet. */
function payload(position: number, meta: object = {}, first: object = {}) {
  return {
    meta: {
      bookTitle: 'Un Cuento',
      chapter: 3,
      position,
      text: 'Gatos, duerme.',
      translation: 'Cats, she sleeps.',
      summary: 'Cats sleep.',
      phrases: [{ phrase: 'duerme', explanation: 'She sleeps.' }],
      answers: { correctExplanation: '*Gatos* are cats.', ...wrongTwo('incorrectAnswer') },
      clauses: [
        {
          clause: 1,
          correctAnswer: 'she sleeps',
          correctExplanation: '*Duerme* is she sleeps.',
          ...wrongTwo('incorrectAnswer'),
        },
      ],
      ...meta,
    },
    wordInstances: [
      {
        text: 'Gatos',
        position: 1,
        trailingPunctuation: ',',
        translation: 'cats',
        stem: { text: 'gat', pos: 'noun', gloss: 'cat' },
        ending1: { text: '-s', gloss: 'more than one' },
        answers: { correctExplanation: '*Gato* is a cat.', ...wrongTwo('incorrectTranslation') },
        ...first,
      },
      {
        text: 'duerme',
        position: 2,
        trailingPunctuation: '.',
        translation: 'she sleeps',
        stem: { text: 'duerm', pos: 'verb', gloss: 'sleep', lemma: 'dormir' },
      },
    ],
  };
}

const send = (body: unknown, commandId = uuidv7(), caller = admin) =>
  app.call(addSentence, caller, { body, commandId });

/** Every row of the catalogue, in a stable order. */
async function rows() {
  const tables = [
    ...['languages', 'books', 'chapters', 'fragments', 'sentences', 'word_instances', 'questions'],
    ...['phrase_explanations', 'progress_summaries', 'chapter_fragments'],
  ];
  return Promise.all(
    tables.map(async table => {
      const { rows: all } = await sql`select * from ${sql.table(table)} as row order by row::text`.execute(
        app.db,
      );
      return all;
    }),
  );
}

const read = async (chapter: number) => {
  const params = { bookId: 'cuento', chapter };
  const text = await app.call(sentences, admin, { params });
  const words = await app.call(wordInstances, admin, { params });
  return { sentences: text.body, words: words.body };
};

test('an added sentence can be read at once, with its words, questions and known fragments', async () => {
  expect(await send(payload(1, { newParagraph: true }))).toMatchObject({
    status: 200,
    body: { message: 'Added the sentence Un Cuento 1.3.1.1', isError: false },
  });
  const { sentences: text, words } = await read(3);
  expect(text).toMatchObject([
    { text: 'Gatos, duerme.', position: 1, part: 1, section: 1, chapterTitle: 'El fin', newParagraph: true },
  ]);
  expect(words).toMatchObject([
    { text: 'Gatos', stem: { _id: 'gat' }, ending1: { _id: 'plural' }, ending2: null, skipped: null },
    { text: 'duerme', stem: { text: 'duerm', gloss: 'sleep', lemma: 'dormir' }, trailingPunctuation: '.' },
  ]);
  const file = async (name: string) =>
    (
      await app.call(answers, admin, {
        params: { bookTitle: 'Un Cuento', folder: 'ch3', file: `ch3${name}.json` },
      })
    ).body;
  expect(await file('WordAnswers')).toMatchObject({
    'Un Cuento 1.3.1.1.1': { correctAnswer: 'cats', incorrectTranslation1: 'dogs' },
  });
  expect(await file('ClauseAnswers')).toMatchObject({
    'Un Cuento 1.3.1.1-1': { correctAnswer: 'she sleeps' },
  });
  expect(await file('SentenceAnswers')).toMatchObject({
    'Un Cuento 1.3.1.1': { correctAnswer: 'Cats, she sleeps.', incorrectAnswer2: 'cows' },
  });
  expect(await file('ProgressSummaries')).toMatchObject({ 'Un Cuento 1.3.1.1': { summary: 'Cats sleep.' } });
  const health = { ...checkHealth, path: `${checkHealth.path}?bookTitle=Un%20Cuento` };
  expect((await app.call(health, admin)).body.total).toBe(0);
});

test('a repeated sentence changes nothing; with its _id it is a correction; another one in its place is a conflict', async () => {
  const commandId = uuidv7();
  expect(await send(payload(2), commandId)).toMatchObject({ status: 200 });
  const before = await rows();
  for (const again of [commandId, uuidv7()])
    expect(await send(payload(2), again)).toMatchObject({
      status: 200,
      body: { message: 'The sentence Un Cuento 1.3.1.2 is there already', isError: false },
    });
  expect(await rows()).toEqual(before);
  expect(await send(payload(2, { translation: 'Cats, it sleeps.' }))).toMatchObject({
    status: 409,
    failure: { message: 'duplicate sentence', errorField: 'meta.position', isError: true },
  });
  expect(await rows()).toEqual(before);

  const [, second] = (await read(3)).sentences;
  const corrected = payload(2, { _id: second?._id, translation: 'Cats, it sleeps.' });
  expect(await send(corrected)).toMatchObject({
    status: 200,
    body: { message: 'Changed the sentence Un Cuento 1.3.1.2' },
  });
  const after = await read(3);
  expect(after.sentences[1]).toMatchObject({ _id: second?._id, translation: 'Cats, it sleeps.' });
  expect(after.sentences[1]?.contentVersion).not.toBe(second?.contentVersion);
});

test('after each sentence the fragments of chapters and books equal those that a whole edition derives', async () => {
  const derived = async () => {
    const of = async () => ({
      chapters: await app.db
        .selectFrom('chapter_fragments')
        .selectAll()
        .orderBy('book_id')
        .orderBy('chapter')
        .orderBy('fragment_id')
        .execute(),
      inBook: await app.db.selectFrom('fragments').select(['id', 'in_book']).orderBy('id').execute(),
    });
    const kept = await of();
    await app.db.transaction().execute(async trx => {
      for (const chapter of [1, 2, 3, 4]) await deriveFragments(trx, 'cuento', chapter);
      await markFragments(trx);
    });
    expect(kept).toEqual(await of());
    return kept;
  };
  const rare = { stem: { text: 'bigot', pos: 'noun', gloss: 'whisker' }, text: 'bigotes' };
  const text = 'bigotes, duerme.';
  const ending1 = { text: '-es', gloss: 'more than one, after a consonant' };
  const first = payload(30, { _id: 'moving', text, chapterTitle: 'El fin' }, { ...rare, ending1 });
  expect(await send(first)).toMatchObject({ status: 200 });
  const { inBook } = await derived();
  const [whisker] = await app.db.selectFrom('fragments').select('id').where('text', '=', 'bigot').execute();
  const isUsed = (all: typeof inBook) => all.find(({ id }) => id === whisker?.id)?.in_book;
  expect(isUsed(inBook)).toBe(true);
  // It moves to another chapter, and its rare word becomes a name that is never asked.
  const fourth = { _id: 'moving', chapter: 4, chapterTitle: 'Otra vez' };
  expect(await send(payload(30, { ...fourth, text }, { ...rare, ending1 }))).toMatchObject({ status: 200 });
  expect((await derived()).chapters.filter(({ fragment_id }) => fragment_id === whisker?.id)).toEqual([
    { book_id: 'cuento', chapter: 4, fragment_id: whisker?.id, asked_from: 30 },
  ]);
  expect(await send(payload(30, fourth))).toMatchObject({ status: 200 });
  expect(isUsed((await derived()).inBook)).toBe(false);
  const { answers: _, ...word } = payload(30, {}, { ...rare, ending1 }).wordInstances[0] as {
    answers: object;
  };
  const named = { ...payload(30, { ...fourth, text }) };
  const [, duerme] = named.wordInstances;
  const skipped = { ...word, skipped: 'proper noun' };
  expect(await send({ ...named, wordInstances: [skipped, duerme] })).toMatchObject({ status: 200 });
  expect(isUsed((await derived()).inBook)).toBe(true);
});

test('every word of a sentence with a long _id gets its own question', async () => {
  const _id = 'a-sentence-of-another-tool-with-a-name-of-64-characters'.padEnd(64, '0');
  const long = payload(40, { _id });
  const [first, second] = long.wordInstances;
  const correct = { correctExplanation: '*Duerme* is she sleeps.', ...wrongTwo('incorrectTranslation') };
  const body = { ...long, wordInstances: [first, { ...second, answers: correct }] };
  expect(await send(body)).toMatchObject({ status: 200 });
  const asked = await app.db
    .selectFrom('questions')
    .select(['id', 'word_instance_id'])
    .where('sentence_id', '=', _id)
    .where('kind', '=', 'word')
    .execute();
  expect(new Set(asked.map(({ word_instance_id }) => word_instance_id)).size).toBe(2);
});

test('the built-in library stays unchanged and keeps sentences that an admin added', async () => {
  const [first] = firstChapter().sentences;
  expect(
    await send({
      ...payload(1, { _id: first?.id, chapter: 1 }),
    }),
  ).toMatchObject({
    status: 409,
    failure: { message: 'sentence of the built-in library', errorField: 'meta._id' },
  });
  expect(await send(payload(4, { chapter: 1 }))).toMatchObject({ status: 200 });
  // A later edition also has a fourth sentence, and drops the second.
  const edition: LibraryContent = smallLibrary();
  const changed = firstChapter('later edition');
  await putLibrary(app.db, {
    ...edition,
    chapters: [
      {
        ...changed,
        sentences: [
          ...changed.sentences.slice(0, 1),
          ...changed.sentences.slice(2),
          sentence('s9', 1, 4, 'Gatos.'),
        ],
        wordInstances: [
          ...changed.wordInstances.filter(({ sentenceId }) => sentenceId !== 's2'),
          word('w9', 's9', 1, 'Gatos', ['gat', 'plural']),
        ],
        questions: changed.questions.filter(({ sentenceId }) => sentenceId !== 's2'),
      },
    ],
  });
  const { sentences: text, words } = await read(1);
  expect(text.map(({ position, text: said }) => `${position} ${said}`)).toEqual([
    '1 Gatos, Ana duerme.',
    '3 Rosas.',
    '4 Gatos.',
    '5 Gatos, duerme.',
  ]);
  expect(words.filter(({ sentence: of }) => of === text[3]?._id)).toHaveLength(2);
  const origins = await app.db
    .selectFrom('sentences')
    .select(['origin'])
    .where('chapter', '=', 1)
    .where('retired', '=', false)
    .orderBy('position')
    .execute();
  expect(origins.map(({ origin }) => origin)).toEqual(['library', 'library', 'library', 'admin']);
  // The chapter's version differs from the library's, and loading the library again changes nothing.
  expect(text[0]?.contentVersion).not.toBe('later edition');
});

test('a file with its book adds the book, its language and the titles of its chapters', async () => {
  const book = {
    _id: 'lazarillo',
    author: 'Anónimo',
    publishedDate: '1554',
    language: { name: 'Asturian', isoCode: 'ast' },
    chapterTitles: ['Tratado primero', 'Tratado segundo'],
    introductions: { 2: 'Lázaro has a new master.' },
  };
  const sent = payload(1, { bookTitle: 'Lazarillo', chapter: 1, book });
  expect(await send(sent)).toMatchObject({ status: 200 });
  expect(await send(sent)).toMatchObject({
    body: { message: 'The sentence Lazarillo 1.1.1.1 is there already' },
  });
  expect(
    await app.db
      .selectFrom('books')
      .select(['id', 'chapter_count', 'origin'])
      .where('title', '=', 'Lazarillo')
      .execute(),
  ).toEqual([{ id: 'lazarillo', chapter_count: 2, origin: 'admin' }]);
  expect(
    await app.db
      .selectFrom('chapters')
      .select(['title', 'introduction', 'available'])
      .where('book_id', '=', 'lazarillo')
      .orderBy('number')
      .execute(),
  ).toEqual([
    { title: 'Tratado primero', introduction: null, available: true },
    { title: 'Tratado segundo', introduction: 'Lázaro has a new master.', available: false },
  ]);
  // A later built-in book with the same title does not stop the start; the existing one stays.
  const [cuento] = smallLibrary().books;
  if (!cuento) throw new Error('no book');
  const left: string[] = [];
  await putLibrary(
    app.db,
    { ...smallLibrary(), books: [{ ...cuento, id: 'new', title: 'Lazarillo' }], chapters: [] },
    line => left.push(line),
  );
  expect(left).toEqual(["the book 'Lazarillo' was added by an admin: the library's own is left out"]);
});

test.each<[what: string, body: object, status: number, field: string]>([
  ['no meta', { wordInstances: payload(5).wordInstances }, 400, 'meta'],
  ['no words', { ...payload(5), wordInstances: [] }, 400, 'wordInstances'],
  ['an unknown field', payload(5, { colour: 'red' }), 400, 'meta.colour'],
  ['a position that is no number', payload(5, { position: 'five' }), 400, 'meta.position'],
  ['an id that is none', payload(5, { _id: 'a b' }), 400, 'meta._id'],
  ['a stem without gloss', payload(5, {}, { stem: { text: 'gat' } }), 400, 'wordInstances.0.stem.gloss'],
  ['a word in another place', payload(5, {}, { position: 2 }), 422, 'wordInstances.0.position'],
  ['a word that the text does not have', payload(5, {}, { text: 'Gato' }), 422, 'wordInstances.0.text'],
  ['a text that goes on', payload(5, { text: 'Gatos, duerme. Bien.' }), 422, 'meta.text'],
  [
    'a second ending without a first',
    payload(5, {}, { ending1: null, ending2: { text: '-s', gloss: 'more than one' } }),
    422,
    'wordInstances.0.ending1',
  ],
  [
    'a question with one wrong answer',
    payload(5, { answers: { correctExplanation: 'So.', incorrectAnswer1: 'a', incorrectExplanation1: 'b' } }),
    422,
    'meta.answers.incorrectAnswer2',
  ],
  [
    'a wrong answer without explanation',
    payload(5, {}, { answers: { correctExplanation: 'So.', incorrectTranslation1: 'a' } }),
    422,
    'wordInstances.0.answers.incorrectExplanation1',
  ],
  [
    'a clause that the sentence does not have',
    payload(5, {
      clauses: [{ clause: 2, correctAnswer: 'a', correctExplanation: 'b', ...wrongTwo('incorrectAnswer') }],
    }),
    422,
    'meta.clauses.0.clause',
  ],
  ['an unknown book', payload(5, { bookTitle: 'Nada' }), 404, 'meta.bookTitle'],
  ['a new chapter without title', payload(1, { chapter: 7 }), 422, 'meta.chapterTitle'],
  [
    'a fragment that is another one',
    payload(5, {}, { stem: { _id: 'ros', text: 'gat', gloss: 'cat' } }),
    409,
    'wordInstances.0.stem._id',
  ],
  [
    'a fragment of another language',
    payload(5, {}, { stem: { _id: 'felis', text: 'felis', pos: 'noun', gloss: 'cat' } }),
    409,
    'wordInstances.0.stem._id',
  ],
  ['a word of another sentence', payload(5, {}, { _id: 'w5' }), 409, 'wordInstances.0._id'],
  [
    'a question of another sentence',
    payload(5, { answers: { _id: 'q-sentence', correctExplanation: 'b', ...wrongTwo('incorrectAnswer') } }),
    409,
    'meta.answers._id',
  ],
  [
    'one id for two words',
    { ...payload(5), wordInstances: payload(5).wordInstances.map(one => ({ ...one, _id: 'same' })) },
    422,
    'wordInstances.1._id',
  ],
  ['a NUL', payload(5, { translation: 'Cats\0' }), 400, 'meta.translation'],
])('%s is refused by name and changes nothing', async (_, body, status, field) => {
  const before = await rows();
  const refused = await send(body);
  expect({ status: refused.status, field: refused.failure.errorField }).toEqual({ status, field });
  expect(refused.failure.isError).toBe(true);
  expect(await rows()).toEqual(before);
});

test('only admins can add sentences', async () => {
  expect(await send(payload(5), uuidv7(), await app.learner('reader'))).toMatchObject({ status: 403 });
});

test('of two concurrent sentences in one place one is added, the other conflicts', async () => {
  const replies = await Promise.all(
    ['Cats.', 'The cats.'].map(translation => send(payload(6, { translation }))),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});
