import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import type { NewEvent } from '../../event-store/log.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import type { Endpoint, ReplyOf } from '../../facade/endpoint.ts';
import { story, undoStep, words } from '../../facade/story.ts';
import { setLastRead } from '../../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  markFragments,
  resetVocabulary,
  undoVocabularyReset,
} from '../../facade/vocabularies.ts';
import { learnerStreams } from '../../server/learner-streams.ts';
import {
  type Learner,
  type LearningApp,
  learningApp,
  type Reply,
  type Sent,
} from '../../tooling/testing/learning-app.ts';
import { readSteps } from './history.ts';
import { marksIn } from './sentences.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

/** The answer that holds the write at `after`: a busy machine may need longer than a query is willing to wait. */
async function fresh<E extends Endpoint>(endpoint: E, learner: Learner, sent: Sent): Promise<Reply<E>> {
  for (;;) {
    const reply = await app.call(endpoint, learner, sent);
    if (reply.headers.get('X-Stale') === null) return reply;
  }
}

function answer(learner: Learner, answers: Readonly<Record<string, number | null>>) {
  const body = {
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'first edition',
    answers: Object.entries(answers).map(([question, chosen]) => ({ question, chosen, milliseconds: 900 })),
  };
  return app.call(answerQuestions, learner, { body, commandId: uuidv7() });
}

function mark(learner: Learner, fragmentId: string, newState: string, newLevel: string) {
  const body = { fragmentId, newState, newLevel, languageId: 'es' };
  return app.call(changeVocabulary, learner, { body, commandId: uuidv7() });
}

async function storyOf(learner: Learner, fragmentId: string, after?: string): Promise<ReplyOf<typeof story>> {
  const { body, status } = await fresh(
    { ...story, path: `${story.path}?languageId=es&fragmentId=${fragmentId}` },
    learner,
    { after },
  );
  expect(status).toBe(200);
  return body;
}

function undo(
  learner: Learner,
  { commandId, revision }: { commandId: string; revision: number },
  level: string,
  fragmentId = 'gat',
) {
  const body = { languageId: 'es', fragmentId, commandId, revision, level };
  return app.call(undoStep, learner, { body, commandId: uuidv7() });
}

const brief = ({ steps }: ReplyOf<typeof story>) =>
  steps.map(({ from, to, cause }) => `${cause.kind} ${from}-${to}`);

test('a history has every answer and mark with its sentence, newest first, and the reason for the level', async () => {
  const ana = await app.learner('ana');
  await answer(ana, { 'q-gatos': 1, 'q-duerme': 0 });
  await answer(ana, { 'q-gatos': 0 });
  await mark(ana, 'gat', 'seen', 'I');
  await answer(ana, { 'q-gatos': 0 });
  await answer(ana, { 'q-gatos': null });
  await answer(ana, { 'q-gatos': 0 });
  const { position } = await answer(ana, { 'q-gatos': 0 });

  const told = await storyOf(ana, 'gat', position);
  expect(brief(told)).toEqual([
    'answers III-IV',
    'answers II-III',
    'answers II-II',
    'answers I-II',
    'mark II-I',
    'answers I-II',
    'answers new-I',
  ]);
  expect(told).toMatchObject({
    fragment: { id: 'gat', gloss: 'cat', ending: false, inBook: true },
    level: 'IV',
    asked: 6,
    missed: 2,
    levelReason: { kind: 'answers', right: 3, since: told.steps[0]?.at },
    older: null,
  });
  expect(told.steps[2]?.cause).toMatchObject({ rights: [false], chose: [null] });
  expect(told.steps.at(-1)?.cause).toMatchObject({ sentence: 's1', rights: [false], chose: ['wrong'] });
  expect(told.sentences).toMatchObject([
    { id: 's1', book: 'Un Cuento', chapter: 1, position: 1, marks: [[0, 3]], retired: false },
  ]);
});

test('a word that a correction replaced does not hide the places of the others', async () => {
  const dora = await app.learner('dora');
  const { position } = await answer(dora, { 'q-duerme': 0 });
  const { text } = await app.db
    .selectFrom('sentences')
    .select('text')
    .where('id', '=', 's1')
    .executeTakeFirstOrThrow();
  const first = await app.db
    .selectFrom('word_instances')
    .selectAll()
    .where('sentence_id', '=', 's1')
    .orderBy('position')
    .executeTakeFirstOrThrow();
  const replaced = { ...first, id: 'replaced', text: text.slice(-1), retired: true };
  await app.db.insertInto('word_instances').values(replaced).execute();
  try {
    const at = text.indexOf('duerm');
    expect((await storyOf(dora, 'duerm', position)).sentences[0]?.marks).toEqual([[at, at + 'duerm'.length]]);
  } finally {
    await app.db.deleteFrom('word_instances').where('id', '=', 'replaced').execute();
  }
});

test('a long history is paged without gaps or repetitions', async () => {
  const beto = await app.learner('beto');
  const levels = ['I', 'II', 'III'] as const;
  const levelAt = (index: number) => (index < 0 ? 'new' : levels[index % 3]);
  // Nine blocks of the index: two pages of four and one with block 0. Steps of another fragment are in between.
  const events = Array.from({ length: 540 }, (_, index): NewEvent => {
    const [fragment, step] = index % 3 === 0 ? ['gat', index / 3] : ['ros', index];
    const data = { epoch: 0, fragment, from: levelAt(step - 1), to: levelAt(step), cause: { kind: 'mark' } };
    const metadata = { commandId: uuidv7(), actor: beto.id, at: new Date().toISOString(), schema: 1 };
    return { id: crypto.randomUUID(), type: 'FragmentChanged', data, metadata };
  });
  const stream = `vocabulary-${beto.id}-es`;
  await app.log.append(stream, 'none', events.slice(0, 400));
  await app.log.append(stream, 399, events.slice(400));
  const { position } = await mark(beto, 'duerm', 'seen', 'I');
  const pages = [await storyOf(beto, 'gat', position)];
  for (let older = pages[0]?.older ?? null; older !== null; ) {
    const path = `${story.path}?languageId=es&fragmentId=gat&before=${older}`;
    const { body } = await fresh({ ...story, path }, beto, { after: position });
    pages.push(body);
    older = body.older;
  }
  const steps = pages.flatMap(page => page.steps);
  expect(pages).toHaveLength(3);
  expect(steps.map(({ revision }) => revision)).toEqual(
    Array.from({ length: 180 }, (_, index) => 537 - index * 3),
  );
  expect(steps.slice(0, -1).map(({ from }) => from)).toEqual(steps.slice(1).map(({ to }) => to));
});

test('the first page of a history with a reset reads no more than it needs', async () => {
  const stream = 'vocabulary-hugo-es';
  const metadata = () => ({ commandId: uuidv7(), actor: 'hugo', at: new Date().toISOString(), schema: 1 });
  const marks = Array.from({ length: 450 }, (_, index): NewEvent => {
    const [from, to] = index === 0 ? ['new', 'I'] : index % 2 ? ['I', 'II'] : ['II', 'I'];
    const data = { epoch: 0, fragment: 'gat', from, to, cause: { kind: 'mark' } };
    return { id: crypto.randomUUID(), type: 'FragmentChanged', data, metadata: metadata() };
  });
  const reset = { id: uuidv7(), type: 'VocabularyReset', data: { epoch: 1 }, metadata: metadata() };
  await app.log.append(stream, 'none', [...marks, reset]);
  const stored = learnerStreams(app.log);
  const reads: number[] = [];
  const counting: StreamReader<LearnerEvents> = {
    readStream: (name, page) => {
      reads.push(page.after);
      return stored.readStream(name, page);
    },
  };
  const blocks = Array.from({ length: 8 }, (_, block) => block);
  const page = await readSteps(counting, stream, 'gat', { blocks }, Number.POSITIVE_INFINITY);
  expect(reads).toHaveLength(4);
  expect(Math.min(...reads)).toBeGreaterThanOrEqual(-1);
  await expect(stored.readStream(stream, { after: -2, limit: 1 })).rejects.toThrow(RangeError);
  expect(page.older).toBe(4);
  expect(page.steps.at(-1)).toMatchObject({ revision: 450, from: 'II', to: 'new', cause: { kind: 'reset' } });
});

test('a history shows a change of the level policy, also if it names other fragments only', async () => {
  const stream = 'vocabulary-ines-es';
  const events = Array.from({ length: 9 * 64 }, (_, index): NewEvent => {
    const metadata = { commandId: uuidv7(), actor: 'ines', at: new Date().toISOString(), schema: 1 };
    const id = crypto.randomUUID();
    // The first event of the oldest block of the page.
    if (index === 5 * 64)
      return {
        id,
        type: 'FragmentsChanged',
        data: { epoch: 0, cause: { kind: 'policy', policy: 'strict' }, fragments: { ros: ['II', 'I'] } },
        metadata,
      };
    const fragment = index < 10 || index > 5 * 64 + 10 ? 'gat' : 'ros';
    const [from, to] = index === 0 ? ['new', 'I'] : index % 2 ? ['I', 'II'] : ['II', 'I'];
    const data = { epoch: 0, fragment, from, to, cause: { kind: 'mark' } };
    return { id, type: 'FragmentChanged', data, metadata };
  });
  await app.log.append(stream, 'none', events.slice(0, 500));
  await app.log.append(stream, 499, events.slice(500));
  const blocks = [0, 5, 6, 7, 8];
  const reader = learnerStreams(app.log);
  const page = await readSteps(reader, stream, 'gat', { blocks }, Number.POSITIVE_INFINITY);
  expect(page.older).toBeNull();
  expect(page.steps.filter(({ cause }) => cause.kind === 'policy')).toMatchObject([
    { revision: 5 * 64, from: 'II', to: 'II' },
  ]);
});

test('a block of bulk acts that is larger than a page of the log is read whole', async () => {
  const stream = 'vocabulary-irma-es';
  const others = Array.from({ length: 20_000 }, (_, index) => `some-fragment-${index}`);
  for (let index = 0; index < 6; index++) {
    const move = index % 2 ? ['II', 'III'] : ['III', 'II'];
    const fragments = Object.fromEntries([...others, 'gat'].map(fragment => [fragment, move]));
    const metadata = { commandId: uuidv7(), actor: 'irma', at: new Date().toISOString(), schema: 1 };
    const data = { epoch: 0, cause: { kind: 'marks' }, fragments };
    await app.log.append(stream, index === 0 ? 'none' : index - 1, [
      { id: uuidv7(), type: 'FragmentsChanged', data, metadata },
    ]);
  }
  const { steps } = await readSteps(learnerStreams(app.log), stream, 'gat', { blocks: [0] }, 1);
  expect(steps.map(({ revision }) => revision)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('undoing an earlier step gives the level of the history without it, and adds a step', async () => {
  const carla = await app.learner('carla');
  await answer(carla, { 'q-gatos': 0 });
  await mark(carla, 'gat', 'seen', 'III');
  const { position } = await answer(carla, { 'q-gatos': 0 });
  const [, marked] = (await storyOf(carla, 'gat', position)).steps;
  if (!marked) throw new Error('no mark');

  expect(await undo(carla, marked, 'III')).toMatchObject({ status: 409, failure: { errorField: 'level' } });
  const undone = await undo(carla, marked, 'II');
  expect(undone).toMatchObject({ status: 200, body: { level: 'II' } });
  const told = await storyOf(carla, 'gat', undone.position);
  expect(brief(told)).toEqual(['undo IV-II', 'answers III-IV', 'mark I-III', 'answers new-I']);
  expect(told).toMatchObject({ level: 'II', levelReason: { kind: 'undo' } });
  expect((await storyOf(carla, 'plural', undone.position)).level).toBe('II');
  expect(await undo(carla, marked, 'II')).toMatchObject({ status: 409 });

  // The undo can itself be undone.
  const [undoing] = told.steps;
  if (!undoing) throw new Error('no undo');
  const redone = await undo(carla, undoing, 'IV');
  expect(redone.status).toBe(200);
  expect(brief(await storyOf(carla, 'gat', redone.position))[0]).toBe('undo II-IV');

  // The mark applies again, and can be undone again. The command is looked up at its revision in the history.
  expect(await undo(carla, { ...marked, revision: undoing.revision }, 'II')).toMatchObject({ status: 404 });
  const again = await undo(carla, marked, 'II');
  expect(again.status).toBe(200);
  expect(brief(await storyOf(carla, 'gat', again.position))[0]).toBe('undo IV-II');
});

test('an undone answer is no longer counted; when its undo is undone, it is counted again', async () => {
  const lola = await app.learner('lola');
  await answer(lola, { 'q-gatos': 0 });
  await answer(lola, { 'q-gatos': 0 });
  const missedAt = await answer(lola, { 'q-gatos': 1 });
  const told = await storyOf(lola, 'gat', missedAt.position);
  expect(told).toMatchObject({ asked: 3, missed: 1, level: 'II' });
  const first = told.steps.at(-1);
  if (!first) throw new Error('no step');
  const undone = await undo(lola, first, 'I');
  expect(await storyOf(lola, 'gat', undone.position)).toMatchObject({ asked: 2, missed: 1 });
  const [undoing] = (await storyOf(lola, 'gat', undone.position)).steps;
  if (!undoing) throw new Error('no undo');
  const redone = await undo(lola, undoing, 'II');
  expect(await storyOf(lola, 'gat', redone.position)).toMatchObject({ asked: 3, missed: 1, level: 'II' });
  // The one that was missed when it was new.
  const mona = await app.learner('mona');
  const { position } = await answer(mona, { 'q-gatos': 1 });
  const [missed] = (await storyOf(mona, 'gat', position)).steps;
  if (!missed) throw new Error('no step');
  const none = await undo(mona, missed, 'new');
  expect(await storyOf(mona, 'gat', none.position)).toMatchObject({ asked: 0, missed: 0, level: 'new' });
});

test("an admin's reset and its undo are steps, and are not the learner's to undo", async () => {
  const [dario, admin] = [await app.learner('dario'), await app.learner('jefa', ['admin'])];
  await answer(dario, { 'q-gatos': 0 });
  await app.call(resetVocabulary, admin, { body: { username: 'dario' }, commandId: uuidv7() });
  const { position } = await app.call(undoVocabularyReset, admin, {
    body: { username: 'dario' },
    commandId: uuidv7(),
  });
  const told = await storyOf(dario, 'gat', position);
  expect(brief(told)).toEqual(['reset undone new-I', 'reset I-new', 'answers new-I']);
  const [, reset] = told.steps;
  if (!reset) throw new Error('no reset');
  expect(await undo(dario, reset, 'I')).toMatchObject({ status: 409 });
});

test("a history is read from the caller's own stream only", async () => {
  const [elsa, fidel] = [await app.learner('elsa'), await app.learner('fidel')];
  const { position } = await answer(elsa, { 'q-gatos': 0 });
  const told = await storyOf(fidel, 'gat', position);
  expect(told).toMatchObject({ level: 'new', steps: [], levelReason: null, asked: 0 });
  const [step] = (await storyOf(elsa, 'gat', position)).steps;
  if (!step) throw new Error('no step');
  expect(await undo(fidel, step, 'new')).toMatchObject({ status: 404 });
  const unknown = { ...story, path: `${story.path}?languageId=es&fragmentId=nothing` };
  expect(await app.call(unknown, elsa)).toMatchObject({ status: 404, failure: { errorField: 'fragmentId' } });
});

test('one query returns the vocabulary: levels, mistakes, credit, and words', async () => {
  const gala = await app.learner('gala');
  await answer(gala, { 'q-gatos': 1, 'q-duerme': 0 });
  const { position } = await app.call(markFragments, gala, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'ros', level: 'IV' }] },
    commandId: uuidv7(),
  });
  const { body } = await fresh(words, gala, { after: position });
  expect(body.books).toEqual([{ id: 'cuento', title: 'Un Cuento' }]);
  const [met] = body.languages;
  expect(met?.fragments).toEqual([
    [
      'duerm',
      'duerm',
      false,
      'sleep',
      null,
      'I',
      expect.any(Number),
      0,
      false,
      [0],
      expect.any(Number),
      expect.any(Number),
      true,
    ],
    [
      'gat',
      'gat',
      false,
      'cat',
      null,
      'I',
      expect.any(Number),
      1,
      false,
      [0],
      expect.any(Number),
      expect.any(Number),
      true,
    ],
    [
      'plural',
      '-s',
      true,
      'more than one',
      null,
      'I',
      expect.any(Number),
      1,
      false,
      [0],
      expect.any(Number),
      expect.any(Number),
      true,
    ],
    [
      'ros',
      'ros',
      false,
      'rose',
      null,
      'IV',
      null,
      0,
      false,
      [],
      expect.any(Number),
      expect.any(Number),
      true,
    ],
  ]);
  // Wrong answers and marks schedule, too.
  const dueOf = new Map(met?.fragments.map(tuple => [tuple[0], tuple[10]]));
  const now = Date.now() / 1_000;
  for (const due of dueOf.values()) expect(due).toBeGreaterThan(now);
  expect(met?.words.toSorted()).toEqual([
    ['duerme', 0],
    ['gatos', 1, 2],
    // Marked by hand: nobody has met its ending in it.
    ['rosas', 3],
  ]);
});

test('of a word its endings are told once it was read: not those of words that stand later in the book', async () => {
  const jorge = await app.learner('jorge');
  await app.call(markFragments, jorge, {
    body: {
      languageId: 'es',
      fragments: ['gat', 'plural', 'ros'].map(fragmentId => ({ fragmentId, level: 'IV' })),
    },
    commandId: uuidv7(),
  });
  const wordsAt = async (sentenceId: string) => {
    const body = { bookId: 'cuento', chapter: 1, sentenceId };
    const { position } = await app.call(setLastRead, jorge, { body, commandId: uuidv7() });
    return (await fresh(words, jorge, { after: position })).body.languages[0]?.words;
  };
  expect(await wordsAt('s2')).toEqual([
    ['gatos', 0, 1],
    ['rosas', 2],
  ]);
  expect(await wordsAt('finished')).toEqual([
    ['gatos', 0, 1],
    ['rosas', 2, 1],
  ]);
});

test('a word was met in a book whose sentence was read, not in every book that has it', async () => {
  const hugo = await app.learner('hugo');
  const marked = await app.call(markFragments, hugo, {
    body: {
      languageId: 'es',
      fragments: ['gat', 'ros'].map(fragmentId => ({ fragmentId, level: 'IV' })),
    },
    commandId: uuidv7(),
  });
  const metIn = async (after: string | undefined) =>
    (await fresh(words, hugo, { after })).body.languages[0]?.fragments.map(tuple => [tuple[0], tuple[9]]);
  expect(await metIn(marked.position)).toEqual([
    ['gat', []],
    ['ros', []],
  ]);
  const read = await app.call(setLastRead, hugo, {
    body: { bookId: 'cuento', chapter: 1, sentenceId: 's2' },
    commandId: uuidv7(),
  });
  expect(await metIn(read.position)).toEqual([
    ['gat', [0]],
    ['ros', []],
  ]);
});

test('a credited fragment stays credited when a later step is undone', async () => {
  const irma = await app.learner('irma');
  const credit = (kind: string, from: string, to: string): NewEvent => ({
    id: uuidv7(),
    type: 'FragmentsChanged',
    data: { epoch: 0, cause: { kind }, fragments: { gat: [from, to] } },
    metadata: { commandId: uuidv7(), actor: irma.id, at: new Date().toISOString(), schema: 1 },
  });
  const credits = [credit('placement', 'new', 'III'), credit('list', 'III', 'IV')];
  await app.log.append(`vocabulary-${irma.id}-es`, 'none', credits);
  const { position } = await mark(irma, 'ros', 'seen', 'I');
  const [listed] = (await storyOf(irma, 'gat', position)).steps;
  if (!listed) throw new Error('no step');
  const undone = await undo(irma, listed, 'III');
  expect(undone.status).toBe(200);
  const { body } = await fresh(words, irma, { after: undone.position });
  const gat = body.languages[0]?.fragments.find(([id]) => id === 'gat');
  expect(gat?.slice(5, 9)).toEqual(['III', null, 0, true]);
});

test('the letters of a fragment are marked in its words, regardless of accents', () => {
  const words = [
    { text: 'Llámabase', has: true },
    { text: 'Aldonza', has: false },
    { text: 'fue', has: true },
  ];
  const stem = { text: 'llam', ending: false };
  expect(marksIn('Llámabase Aldonza; fue', words, stem)).toEqual([
    [0, 4],
    [19, 22],
  ]);
  expect(marksIn('Llámabase', words.slice(0, 1), { text: '-se', ending: true })).toEqual([[7, 9]]);
});
