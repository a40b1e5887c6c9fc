import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answerQuestions, changeVocabulary } from '../../facade/vocabularies.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterAll(() => app?.close());

const mark = { fragmentId: 'gat', newState: 'seen', newLevel: 'II', languageId: 'es' };

test.each<[string, Record<string, string>, number, string]>([
  ['seen at IV', { newLevel: 'IV' }, 422, 'newLevel'],
  ['known below IV', { newState: 'known', newLevel: 'III' }, 422, 'newLevel'],
  ['new above I', { newState: 'new' }, 422, 'newLevel'],
  ["another entry's id", { vocabularyId: 'ros' }, 422, 'vocabularyId'],
  ['an unknown fragment', { fragmentId: 'nonesuch' }, 404, 'fragmentId'],
  ['a fragment of another language', { languageId: 'la' }, 422, 'languageId'],
  ['an unknown language', { languageId: 'nonesuch' }, 422, 'languageId'],
])('marking %s is refused', async (name, change, status, field) => {
  const reader = await app.learner(`m${name.replaceAll(/\W/g, '')}`.slice(0, 20));
  const reply = await app.call(changeVocabulary, reader, { body: { ...mark, ...change } });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field });
  expect(await app.log.readStream(`vocabulary-${reader.id}-es`)).toEqual([]);
});

test('a mark returns the id of the entry; marking the same level again changes nothing', async () => {
  const reader = await app.learner('marking');
  const body = { ...mark, vocabularyId: 'gat' };
  expect(await app.call(changeVocabulary, reader, { body })).toMatchObject({
    status: 200,
    body: { id: 'gat' },
    position: expect.any(String),
  });
  expect(await app.call(changeVocabulary, reader, { body })).toMatchObject({
    status: 200,
    body: { id: 'gat' },
    position: expect.any(String),
  });
  const types = (await app.log.readStream(`vocabulary-${reader.id}-es`)).map(({ type }) => type);
  expect(types).toEqual(['FragmentChanged', 'NothingChanged']);
});

const answer = { question: 'q-gatos', chosen: 0 as number | null, milliseconds: 1_000 };
const sentence = {
  bookId: 'cuento',
  chapter: 1,
  sentenceId: 's1',
  contentVersion: 'first edition',
  answers: [answer],
};

test.each<[string, Partial<typeof sentence>, number, string]>([
  ['an unknown book', { bookId: 'nonesuch' }, 404, 'bookId'],
  ['an unknown chapter', { chapter: 9 }, 404, 'chapter'],
  ['a chapter that is coming soon', { chapter: 3 }, 404, 'chapter'],
  ['an unknown sentence', { sentenceId: 'nonesuch' }, 404, 'sentenceId'],
  ['a sentence of another chapter', { sentenceId: 's4' }, 404, 'sentenceId'],
  [
    'another edition, with nothing that is still asked',
    { contentVersion: 'edition nought', answers: [{ ...answer, question: 'q-ana' }] },
    409,
    'contentVersion',
  ],
  [
    'an unknown sentence of another edition',
    { contentVersion: 'edition nought', sentenceId: 'nonesuch' },
    404,
    'sentenceId',
  ],
  ['an unknown question', { answers: [{ ...answer, question: 'nonesuch' }] }, 422, 'answers'],
  ['a question of another sentence', { answers: [{ ...answer, question: 'q-gatos-2' }] }, 422, 'answers'],
  ['a question about a skipped word', { answers: [{ ...answer, question: 'q-ana' }] }, 422, 'answers'],
  ['one question twice', { answers: [answer, { ...answer, chosen: 1 }] }, 422, 'answers'],
  ['an option that is not there', { answers: [{ ...answer, chosen: 3 }] }, 422, 'answers'],
  ['an option that is never used', { answers: [{ ...answer, chosen: 2 }] }, 422, 'answers'],
])('answering %s is refused, whole', async (name, change, status, field) => {
  const reader = await app.learner(`a${name.replaceAll(/\W/g, '')}`.slice(0, 40));
  const reply = await app.call(answerQuestions, reader, { body: { ...sentence, ...change } });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field });
  expect(await app.log.readStream(`vocabulary-${reader.id}-es`)).toEqual([]);
});

test("'I don't know yet' is a wrong answer; the server says what the question teaches", async () => {
  const reader = await app.learner('unsure');
  const body = { ...sentence, answers: [{ ...answer, chosen: null }] };
  const reply = await app.call(answerQuestions, reader, { body });
  expect(reply).toMatchObject({ status: 200, body: { right: 0, wrong: 1 } });
  const events = await app.log.readStream(`vocabulary-${reader.id}-es`);
  expect(events.map(({ data }) => data)).toMatchObject([
    {
      contentVersion: 'first edition',
      occasion: 'reading',
      answers: [['q-gatos', 'word', null, false, 1_000]],
      fragments: { gat: ['new', 'I', 0], plural: ['new', 'I', 0] },
    },
  ]);
});

test('answers from an earlier edition count if the chapter still has their question; the others are named', async () => {
  const reader = await app.learner('offline');
  const answers = [
    { ...answer, chosen: 2 },
    { ...answer, question: 'q-dropped' },
    { ...answer, question: 'q-gatos-2' },
    { ...answer, question: 'q-rosas' },
  ];
  const body = { ...sentence, contentVersion: 'edition nought', answers };
  const commandId = uuidv7();
  // A repeated command is not judged again.
  for (const _ of [1, 2])
    expect(await app.call(answerQuestions, reader, { body, commandId })).toMatchObject({
      status: 200,
      body: { right: 1, wrong: 1, unfit: ['q-dropped', 'q-rosas'] },
    });
  const events = await app.log.readStream(`vocabulary-${reader.id}-es`);
  expect(events.map(({ data }) => data)).toMatchObject([
    {
      sentence: 's1',
      contentVersion: 'edition nought',
      answers: [
        ['q-gatos', 'word', 2, false, 1_000],
        ['q-gatos-2', 'word', 0, true, 1_000],
      ],
      fragments: { gat: ['new', 'I', 0, 1], plural: ['new', 'I', 0, 1] },
    },
  ]);
});
