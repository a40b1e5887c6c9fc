import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answers, book, books, sentences, wordInstances } from '../facade/books.ts';
import type { Endpoint } from '../facade/endpoint.ts';
import { exportVocabulary } from '../facade/export.ts';
import { keepClause } from '../facade/kept.ts';
import { review } from '../facade/review.ts';
import { sentenceSound } from '../facade/sound.ts';
import { story } from '../facade/story.ts';
import { setLastRead } from '../facade/users.ts';
import { answerQuestions, knownFragmentCount, markFragments, openChapter } from '../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp, type Sent } from '../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

const files = ['WordAnswers', 'ClauseAnswers', 'SentenceAnswers', 'SentenceDevices', 'ProgressSummaries'];

/** Every way to the content of chapter 2, which must be paid for. */
const paid: readonly [string, Endpoint, Sent][] = [
  ['sentences', sentences, { params: { bookId: 'cuento', chapter: 2 } }],
  ['word instances', wordInstances, { params: { bookId: 'cuento', chapter: 2 } }],
  ...files.map((file): [string, Endpoint, Sent] => [
    file,
    answers,
    { params: { bookTitle: 'Un Cuento', folder: 'ch2', file: `ch2${file}.json` } },
  ]),
  ['opening', openChapter, { body: { bookId: 'cuento', chapter: 2 } }],
  ['last read', setLastRead, { body: { bookId: 'cuento', chapter: 2, sentenceId: 'finished' } }],
  [
    'answers',
    answerQuestions,
    {
      body: {
        bookId: 'cuento',
        chapter: 2,
        sentenceId: 's4',
        contentVersion: 'second chapter',
        answers: [{ question: 'q-rosas', chosen: 0, milliseconds: 1 }],
      },
    },
  ],
];

test.each(paid)(
  '%s: 402 without a subscription, 200 with one and for admins',
  async (name, endpoint, sent) => {
    const reader = await app.learner(`r${name.replaceAll(' ', '')}`);
    expect(await app.call(endpoint, reader, sent)).toMatchObject({
      status: 402,
      failure: { message: 'subscription required' },
    });
    expect(await app.log.readStream(`reading-${reader.id}-cuento`)).toEqual([]);
    const admin = await app.learner(`a${name.replaceAll(' ', '')}`, ['user', 'admin']);
    expect((await app.call(endpoint, admin, sent)).status).toBe(200);
    await app.subscribe(reader, 'active');
    expect((await app.call(endpoint, reader, sent)).status).toBe(200);
    await app.subscribe(reader, 'canceled');
    // The chapter is open, so a late last read is accepted.
    expect((await app.call(endpoint, reader, sent)).status).toBe(endpoint.name === 'setLastRead' ? 200 : 402);
    expect((await app.call(endpoint, null, sent)).status).toBe(403);
  },
);

test('after the subscription has ended only sentences that were read can be seen and reviewed', async () => {
  const closed = { bookId: 'cuento', chapter: 2, sentenceId: 's4', contentVersion: 'second chapter' };
  const reviewed = {
    ...closed,
    occasion: 'review',
    answers: [{ question: 'q-rosas', chosen: 0, milliseconds: 1 }],
  };
  const about = { languageId: 'es', fragmentId: 'ros' };
  const everything = async (reader: Learner, after?: string) => ({
    told: (await app.call(story, reader, { query: about, after })).body.sentences.map(({ text }) => text),
    asked: (await app.call(review, reader, { query: { fragments: 'ros' }, after })).body.questions.map(
      ({ sentence }) => sentence.translation,
    ),
    exported: (
      await fetch(`${app.origin}${exportVocabulary.path}`, {
        headers: { Authorization: `Bearer ${reader.token}`, ...(after && { 'X-Log-Position': after }) },
      }).then(reply => reply.text())
    ).includes('Rosas.'),
    answered: (await app.call(answerQuestions, reader, { body: reviewed, commandId: randomUUID() })).status,
    heard: (await app.call(sentenceSound, reader, { params: { file: 's4.wav' } })).status,
    read: (await app.call(sentences, reader, { params: { bookId: 'cuento', chapter: 2 } })).status,
    kept: (
      await app.call(keepClause, reader, {
        body: { sentenceId: 's4', clause: 0, note: '' },
        commandId: randomUUID(),
      })
    ).status,
  });

  const reader = await app.learner('hadread');
  await app.subscribe(reader, 'active');
  const answers = reviewed.answers;
  await app.call(answerQuestions, reader, { body: { ...closed, answers }, commandId: randomUUID() });
  const { position } = await app.call(setLastRead, reader, {
    body: { bookId: 'cuento', chapter: 2, sentenceId: 'finished' },
    commandId: randomUUID(),
  });
  await app.subscribe(reader, 'canceled');
  expect(await everything(reader, position)).toEqual({
    told: ['Rosas.'],
    asked: ['Rosas. in English'],
    exported: true,
    answered: 200,
    heard: 402,
    read: 402,
    kept: 402,
  });

  // A learner who knows the fragment but has not read the sentence gets nothing of it.
  const other = await app.learner('hadnotread');
  await app.subscribe(other, 'active');
  await app.subscribe(other, 'canceled');
  const { position: marked } = await app.call(markFragments, other, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'ros', level: 'II' }] },
    commandId: randomUUID(),
  });
  expect(await everything(other, marked)).toEqual({
    told: [],
    asked: [],
    exported: false,
    answered: 402,
    heard: 402,
    read: 402,
    kept: 402,
  });
});

test('a command executed during the subscription can be repeated after it', async () => {
  const reader = await app.learner('afterwards');
  await app.subscribe(reader, 'active');
  const commands = paid.filter(([, { served }]) => served === 'command');
  const sent = commands.map(([, endpoint, body]) => ({
    endpoint,
    body: { ...body, commandId: randomUUID() },
  }));
  for (const { endpoint, body } of sent) expect((await app.call(endpoint, reader, body)).status).toBe(200);
  await app.subscribe(reader, 'canceled');
  for (const { endpoint, body } of sent) {
    expect((await app.call(endpoint, reader, body)).status).toBe(200);
    // Commands for opened chapters may arrive late; see command-api/reading/late.spec.ts.
    const isReading = ['answerQuestions', 'setLastRead'].includes(endpoint.name);
    const another = await app.call(endpoint, reader, { ...body, commandId: randomUUID() });
    expect(another.status).toBe(isReading ? 200 : 402);
  }
});

test.each<[string, Endpoint, Sent, string?]>([
  ['a book', book, { params: { id: 'nonesuch' } }, 'id'],
  ['sentences of a book', sentences, { params: { bookId: 'nonesuch', chapter: 1 } }, 'bookId'],
  ['sentences of a chapter', sentences, { params: { bookId: 'cuento', chapter: 9 } }, 'chapter'],
  ['sentences that are coming soon', sentences, { params: { bookId: 'cuento', chapter: 3 } }, 'chapter'],
  ['sentences of chapter 0', sentences, { params: { bookId: 'cuento', chapter: 0 } }, 'chapter'],
  ['words of a chapter', wordInstances, { params: { bookId: 'cuento', chapter: 9 } }, 'chapter'],
  [
    'a book title',
    answers,
    { params: { bookTitle: 'cuento', folder: 'ch1', file: 'ch1WordAnswers.json' } },
    'bookTitle',
  ],
  [
    'a chapter of a title',
    answers,
    { params: { bookTitle: 'Un Cuento', folder: 'ch9', file: 'ch9WordAnswers.json' } },
    'folder',
  ],
  ['an answer file', answers, { params: { bookTitle: 'Un Cuento', folder: 'ch1', file: 'ch1Others.json' } }],
  [
    'a file of another folder',
    answers,
    { params: { bookTitle: 'Un Cuento', folder: 'ch1', file: 'ch2WordAnswers.json' } },
  ],
  [
    'a longer number',
    answers,
    { params: { bookTitle: 'Un Cuento', folder: 'ch1', file: 'ch11WordAnswers.json' } },
  ],
  [
    'a padded number',
    answers,
    { params: { bookTitle: 'Un Cuento', folder: 'ch01', file: 'ch01WordAnswers.json' } },
  ],
  ['a language', knownFragmentCount, { body: { languageId: 'nonesuch' } }, 'languageId'],
  ['a book to open', openChapter, { body: { bookId: 'nonesuch', chapter: 1 } }, 'bookId'],
  ['a chapter to open', openChapter, { body: { bookId: 'cuento', chapter: 3 } }, 'chapter'],
  [
    'a sentence to read',
    setLastRead,
    { body: { bookId: 'cuento', chapter: 1, sentenceId: 's4' } },
    'sentenceId',
  ],
])('%s that is not there: 404', async (name, endpoint, sent, field) => {
  const reader = await app.learner(`n${name.replaceAll(/\W/g, '')}`, ['admin']);
  const { status, failure } = await app.call(endpoint, reader, sent);
  expect({ status, field: failure.errorField }).toEqual({ status: 404, field });
});

test('the library lists every chapter, with which are free and available', async () => {
  const reader = await app.learner('shelf');
  const expected = {
    _id: 'cuento',
    id: 'cuento',
    title: 'Un Cuento',
    author: 'Nadie',
    language: { id: 'es', name: 'Spanish' },
    published: '1900',
    readingLevel: '1st Grade',
    chapters: [
      {
        number: 1,
        title: 'Los gatos',
        total: 3,
        free: true,
        available: true,
        introduction: 'There were cats.',
      },
      { number: 2, title: 'Las rosas', total: 1, free: false, available: true, introduction: null },
      { number: 3, title: 'El fin', total: 0, free: false, available: false, introduction: null },
    ],
  };
  expect((await app.call(books, reader)).body).toEqual([expected]);
  expect((await app.call(book, reader, { params: { id: 'cuento' } })).body).toEqual(expected);
});

test('the content of a chapter', async () => {
  const reader = await app.learner('content');
  const first = { params: { bookId: 'cuento', chapter: 1 } };
  const { body: text } = await app.call(sentences, reader, first);
  expect(text.map(({ id, position }) => [id, position])).toEqual([
    ['s1', 1],
    ['s2', 2],
    ['s3', 3],
  ]);
  expect(text[0]).toMatchObject({ _id: 's1', newParagraph: true, contentVersion: 'first edition' });

  const { body: words } = await app.call(wordInstances, reader, first);
  expect(words.map(({ _id }) => _id)).toEqual(['w1', 'w2', 'w3', 'w4', 'w5']);
  expect(words[0]).toEqual({
    _id: 'w1',
    text: 'Gatos',
    sentence: 's1',
    position: 1,
    leadingPunctuation: '',
    trailingPunctuation: ',',
    translation: 'Gatos',
    word: { modernEquivalent: null, language: { name: 'Spanish' } },
    stem: { _id: 'gat', text: 'gat', pos: 'noun', gloss: 'cat', lemma: null, note: null },
    ending1: { _id: 'plural', text: '-s', pos: null, gloss: 'more than one', lemma: null, note: null },
    ending2: null,
    ending3: null,
    skipped: null,
  });
});

test('the answer files of a chapter are keyed objects and private', async () => {
  const reader = await app.learner('answerfiles');
  const file = async (name: string) =>
    (
      await app.call(answers, reader, {
        params: { bookTitle: 'Un Cuento', folder: 'ch1', file: `ch1${name}.json` },
      })
    ).body;
  const answer = (_id: string, kind: 'Translation' | 'Answer') => ({
    _id,
    correctAnswer: 'right',
    correctExplanation: 'because',
    [`incorrect${kind}1`]: 'wrong',
    incorrectExplanation1: 'no, because',
    [`incorrect${kind}2`]: 'never used',
    incorrectExplanation2: '',
  });
  expect(await file('WordAnswers')).toEqual({
    'Un Cuento 1.1.1.1.1': answer('q-gatos', 'Translation'),
    'Un Cuento 1.1.1.1.3': answer('q-duerme', 'Translation'),
    'Un Cuento 1.1.1.2.1': answer('q-gatos-2', 'Translation'),
  });
  expect(await file('ClauseAnswers')).toEqual({ 'Un Cuento 1.1.1.1-1': answer('q-clause', 'Answer') });
  expect(await file('SentenceAnswers')).toEqual({
    'Un Cuento 1.1.1.1': {
      ...answer('q-sentence', 'Answer'),
      translation: 'Gatos, Ana duerme. in English',
    },
  });
  expect(await file('SentenceDevices')).toEqual({
    'Un Cuento 1.1.1.1': { phrases: ['duerme'], explanations: ['she sleeps'] },
    'Un Cuento 1.1.1.2': { phrases: [], explanations: [] },
    'Un Cuento 1.1.1.3': { phrases: [], explanations: [] },
  });
  expect(await file('ProgressSummaries')).toEqual({ 'Un Cuento 1.1.1.1': { summary: 'Ana slept.' } });
});

test('paid content is private, and a browser that has it gets 304', async () => {
  const reader = await app.learner('etag');
  for (const [endpoint, params] of [
    [sentences, { bookId: 'cuento', chapter: 1 }],
    [wordInstances, { bookId: 'cuento', chapter: 1 }],
    [answers, { bookTitle: 'Un Cuento', folder: 'ch1', file: 'ch1WordAnswers.json' }],
  ] as const) {
    const { headers } = await app.call(endpoint, reader, { params });
    expect(headers.get('Cache-Control')).toBe('private, no-cache');
    const etag = headers.get('ETag') ?? '';
    expect(
      (
        await app.call(endpoint, reader, {
          params,
          headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
        })
      ).status,
    ).toBe(304);
  }
});
