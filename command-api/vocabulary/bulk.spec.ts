import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  answerQuestions,
  changeVocabulary,
  markClause,
  markFragments,
  undoCommand,
} from '../../facade/vocabularies.ts';
import { learnerStreams } from '../../server/learner-streams.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { stepUndo } from './undo-step.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterAll(() => app?.close());

const clause = { bookId: 'cuento', chapter: 1, sentenceId: 's1', clause: 0, level: 'IV' };
const marks = {
  languageId: 'es',
  fragments: [
    { fragmentId: 'gat', level: 'II' },
    { fragmentId: 'ros', level: 'IV' },
  ],
};
const stored = async ({ id }: Learner) =>
  (await app.log.readStream(`vocabulary-${id}-es`)).map(({ type, data }) => ({ type, data }));
const undo = (learner: Learner, commandId: string, languageId = 'es') =>
  app.call(undoCommand, learner, { body: { languageId, commandId } });

test('many marks are one event, and the command can be repeated', async () => {
  const reader = await app.learner('marksmany');
  const commandId = uuidv7();
  const first = await app.call(markFragments, reader, { body: marks, commandId });
  expect(first).toMatchObject({ status: 200, body: { changed: 2 } });
  const second = await app.call(markFragments, reader, { body: marks, commandId });
  expect(second).toMatchObject({ status: 200, body: { changed: 2 }, position: first.position });
  expect(await stored(reader)).toEqual([
    {
      type: 'FragmentsChanged',
      data: { epoch: 0, cause: { kind: 'marks' }, fragments: { gat: ['new', 'II'], ros: ['new', 'IV'] } },
    },
  ]);
  expect(await app.call(markFragments, reader, { body: marks })).toMatchObject({ body: { changed: 0 } });
});

test("the catalogue decides a clause's fragments; words that are never asked are not among them", async () => {
  const reader = await app.learner('clauses');
  for (const number of [0, 1])
    expect(await app.call(markClause, reader, { body: { ...clause, clause: number } })).toMatchObject({
      status: 200,
    });
  const cause = { kind: 'clause', book: 'cuento', sentence: 's1' };
  expect((await stored(reader)).map(({ data }) => data)).toEqual([
    { epoch: 0, cause: { ...cause, clause: 0 }, fragments: { gat: ['new', 'IV'], plural: ['new', 'IV'] } },
    { epoch: 0, cause: { ...cause, clause: 1 }, fragments: { duerm: ['new', 'IV'] } },
  ]);
});

test.each<[string, object, number, string]>([
  ['an unknown fragment', { fragments: [{ fragmentId: 'nonesuch', level: 'I' }] }, 404, 'fragments'],
  ['another language', { fragments: [{ fragmentId: 'felis', level: 'I' }] }, 422, 'fragments'],
  ['an unknown language', { languageId: 'nonesuch' }, 422, 'fragments'],
  ['one twice', { fragments: [...marks.fragments, { fragmentId: 'gat', level: 'I' }] }, 422, 'fragments'],
  ['an unknown level', { fragments: [{ fragmentId: 'gat', level: 'V' }] }, 400, 'fragments.0.level'],
])('marking %s among many is refused, whole', async (name, change, status, field) => {
  const reader = await app.learner(`b${name.replaceAll(/\W/g, '')}`);
  const reply = await app.call(markFragments, reader, { body: { ...marks, ...change } });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field });
  expect(await stored(reader)).toEqual([]);
});

test.each<[string, object, number, string]>([
  ['an unknown book', { bookId: 'nonesuch' }, 404, 'bookId'],
  ['an unknown sentence', { sentenceId: 'nonesuch' }, 404, 'sentenceId'],
  ['a sentence of another chapter', { sentenceId: 's4' }, 404, 'sentenceId'],
  ['an unknown clause', { clause: 2 }, 404, 'clause'],
])('knowing %s is refused', async (name, change, status, field) => {
  const reader = await app.learner(`c${name.replaceAll(/\W/g, '')}`.slice(0, 20));
  const reply = await app.call(markClause, reader, { body: { ...clause, ...change } });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field });
});

test('a clause of an unpaid chapter is refused', async () => {
  const reader = await app.learner('unpaidclause');
  const body = { ...clause, chapter: 2, sentenceId: 's4' };
  expect(await app.call(markClause, reader, { body })).toMatchObject({ status: 402 });
});

test('an undo reverts a bulk act, once; a fragment that moved since stays', async () => {
  const reader = await app.learner('undoing');
  const commandId = uuidv7();
  await app.call(markFragments, reader, { body: marks, commandId });
  await app.call(changeVocabulary, reader, {
    body: { fragmentId: 'ros', newState: 'seen', newLevel: 'III', languageId: 'es' },
  });
  const undoId = uuidv7();
  const sent = { body: { languageId: 'es', commandId: commandId.toUpperCase() }, commandId: undoId };
  const back = { fragments: [{ fragmentId: 'gat', level: 'new' }] };
  expect(await app.call(undoCommand, reader, sent)).toMatchObject({ status: 200, body: back });
  expect(await app.call(undoCommand, reader, sent)).toMatchObject({ status: 200, body: back });
  expect((await stored(reader)).at(-1)).toEqual({
    type: 'FragmentsChanged',
    data: { epoch: 0, cause: { kind: 'undo', command: commandId }, fragments: { gat: ['II', 'new'] } },
  });
  expect(await undo(reader, commandId)).toMatchObject({ status: 409, failure: { errorField: 'commandId' } });
  expect(await undo(reader, undoId)).toMatchObject({
    status: 200,
    body: { fragments: [{ fragmentId: 'gat', level: 'II' }] },
  });
});

test('a tap can be undone; answers and commands of others cannot', async () => {
  const [reader, other] = [await app.learner('tapper'), await app.learner('stranger')];
  const [tap, given] = [uuidv7(), uuidv7()];
  const body = { fragmentId: 'gat', newState: 'seen', newLevel: 'I', languageId: 'es' };
  await app.call(changeVocabulary, reader, { body, commandId: tap });
  expect(await undo(other, tap)).toMatchObject({ status: 404, failure: { errorField: 'commandId' } });
  expect(await undo(reader, tap)).toMatchObject({
    status: 200,
    body: { fragments: [{ fragmentId: 'gat', level: 'new' }] },
  });
  await app.call(answerQuestions, reader, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      answers: [{ question: 'q-gatos', chosen: 0, milliseconds: 1_000 }],
    },
    commandId: given,
  });
  expect(await undo(reader, given)).toMatchObject({ status: 409 });
  expect(await undo(reader, uuidv7())).toMatchObject({ status: 404 });
});

test('the undo of the first of many bulk acts holds few of them at a time', async () => {
  const stream = 'vocabulary-inma-es';
  const ids = Array.from({ length: 12 }, () => uuidv7());
  const others = Array.from({ length: 20_000 }, (_, index) => `some-fragment-${index}`);
  for (const [index, commandId] of ids.entries()) {
    const move = index === 0 ? ['new', 'II'] : index % 2 ? ['II', 'III'] : ['III', 'II'];
    const fragments = Object.fromEntries([...others, 'gat'].map(fragment => [fragment, move]));
    const metadata = { commandId, actor: 'inma', at: new Date().toISOString(), schema: 1 };
    const data = { epoch: 0, cause: { kind: 'marks' }, fragments };
    await app.log.append(stream, index === 0 ? 'none' : index - 1, [
      { id: uuidv7(), type: 'FragmentsChanged', data, metadata },
    ]);
  }
  const { readStream } = learnerStreams(app.log);
  const sizes: number[] = [];
  const command = await stepUndo(
    {
      readStream: async (...parameters) => {
        const page = await readStream(...parameters);
        sizes.push(page.events.length);
        return page;
      },
    },
    stream,
    { commandId: ids[0] ?? '', fragmentId: 'gat', revision: 0 },
  );
  expect(command).toMatchObject({ type: 'undo step', command: ids[0], move: ['III', 'III'] });
  expect(Math.max(...sizes)).toBeLessThan(5);
});
