import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { putChapter } from '../command-api/catalogue/put-chapter.ts';
import type { Endpoint } from '../facade/endpoint.ts';
import { profile, setLastRead } from '../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  knownFragmentCount,
  newFragments,
  openChapter,
  reinitializeAllUsers,
  resetVocabulary,
  undoVocabularyReset,
  updateBookProgress,
  vocabularies,
} from '../facade/vocabularies.ts';
import {
  type Learner,
  type LearningApp,
  learningApp,
  type Reply,
  type Sent,
} from '../tooling/testing/learning-app.ts';
import { firstChapter, sentence } from '../tooling/testing/small-library.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

interface Answer {
  readonly question: string;
  readonly chosen: number | null;
}

function answerSentence(learner: Learner, answers: readonly Answer[], commandId = uuidv7()) {
  const body = {
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'first edition',
    answers: answers.map(answer => ({ ...answer, milliseconds: 1_200 })),
  };
  return app.call(answerQuestions, learner, { body, commandId });
}

function readUpTo(learner: Learner, sentenceId: string, more: { navigated?: boolean } = {}) {
  return app.call(setLastRead, learner, { body: { bookId: 'cuento', chapter: 1, sentenceId, ...more } });
}

/** The answer that holds the write at `after`: a busy machine may need longer than a query is willing to wait. */
async function fresh<E extends Endpoint>(endpoint: E, learner: Learner, sent: Sent): Promise<Reply<E>> {
  for (;;) {
    const reply = await app.call(endpoint, learner, sent);
    if (reply.headers.get('X-Stale') === null) return reply;
  }
}

async function knownCount(learner: Learner, after: string | undefined): Promise<number> {
  const { body } = await fresh(knownFragmentCount, learner, { body: { languageId: 'es' }, after });
  return body.knownCount;
}

async function levels(learner: Learner, after: string | undefined): Promise<Record<string, string>> {
  const { body } = await fresh(vocabularies, learner, { after });
  return Object.fromEntries(body.map(entry => [entry.fragment, `${entry.state} ${entry.level}`]));
}

function mark(learner: Learner, fragmentId: string, newState: string, newLevel: string) {
  return app.call(changeVocabulary, learner, { body: { fragmentId, newState, newLevel, languageId: 'es' } });
}

const allRight: readonly Answer[] = ['q-gatos', 'q-duerme', 'q-clause'].map(question => ({
  question,
  chosen: 0,
}));

test("a sentence's answers are one append, and every query sees them from its position on", async () => {
  const ana = await app.learner('ana');
  const done = await answerSentence(ana, [...allRight.slice(0, 2), { question: 'q-clause', chosen: 1 }]);
  expect(done).toMatchObject({ status: 200, body: { right: 2, wrong: 1 } });
  const events = await app.log.readStream(`vocabulary-${ana.id}-es`);
  expect(events).toMatchObject([
    {
      type: 'SentenceAnswered',
      data: {
        answers: [
          ['q-gatos', 'word', 0, true, expect.any(Number)],
          ['q-duerme', 'word', 0, true, expect.any(Number)],
          ['q-clause', 'clause', 1, false, expect.any(Number)],
        ],
        fragments: { gat: ['new', 'I', 0], plural: ['new', 'I', 0], duerm: ['new', 'I', 1] },
      },
    },
  ]);
  expect(done.position?.split(':')[1]).toBe(events[0]?.position);

  expect(await levels(ana, done.position)).toEqual({ gat: 'seen I', plural: 'seen I', duerm: 'seen I' });
  expect(await knownCount(ana, done.position)).toBe(0);
  const again = await answerSentence(ana, allRight);
  expect(await knownCount(ana, again.position)).toBe(1);
  expect((await levels(ana, again.position))['gat']).toBe('seen II');
});

test('fragments that a chapter asked first are new in it, whatever happens later; those marked before are not', async () => {
  const eva = await app.learner('eva');
  await mark(eva, 'gat', 'seen', 'II');
  await answerSentence(eva, allRight);
  const { position } = await mark(eva, 'duerm', 'known', 'IV');
  const newIn = async (chapter: number, after: string | undefined) =>
    (await fresh(newFragments, eva, { params: { bookId: 'cuento', chapter }, after })).body;
  expect(await newIn(1, position)).toEqual(['duerm', 'plural']);
  expect(await newIn(2, position)).toEqual([]);
});

test('a repeated command changes nothing, also after the book was corrected', async () => {
  const beto = await app.learner('beto');
  const commandId = uuidv7();
  const first = await answerSentence(beto, allRight, commandId);
  const second = await answerSentence(beto, allRight, commandId);
  expect(second).toMatchObject({ status: 200, body: first.body, position: first.position });
  expect(await app.log.readStream(`vocabulary-${beto.id}-es`)).toHaveLength(1);

  await putChapter(app.db, firstChapter('second edition'));
  expect(await answerSentence(beto, allRight, commandId)).toMatchObject({ status: 200, body: first.body });
  expect(await app.log.readStream(`vocabulary-${beto.id}-es`)).toHaveLength(1);
  await putChapter(app.db, firstChapter());
});

test("learners never see each other's data", async () => {
  const [carla, dario] = [await app.learner('carla'), await app.learner('dario')];
  const commandId = uuidv7();
  const { position } = await answerSentence(carla, allRight, commandId);
  expect(await levels(dario, position)).toEqual({});
  expect((await fresh(profile, dario, { after: position })).body).toMatchObject({
    username: 'dario',
    lastRead: {},
  });
  // The same command id of another learner is another command.
  const his = await answerSentence(dario, allRight, commandId);
  expect(Object.keys(await levels(dario, his.position))).toHaveLength(3);
});

test('opening, reading and finishing a chapter shows in the profile', async () => {
  const elsa = await app.learner('elsa');
  const read = async (after: string | undefined) => {
    const { body } = await fresh(profile, elsa, { after });
    const { bookProgress, lastRead, hasLoggedIn } = body;
    return { hasLoggedIn, lastRead: lastRead['cuento'], progress: bookProgress['cuento'] };
  };
  const nothing = { percentRead: 0, percentKnown: 0, chapters: { 1: 0, 2: 0 } };
  expect(await read(undefined)).toEqual({ hasLoggedIn: false, lastRead: undefined, progress: nothing });
  const opening = { body: { bookId: 'cuento', chapter: 1 } };
  const opened = await app.call(openChapter, elsa, opening);
  // Opening it again appends nothing and returns the same position.
  expect(await app.call(openChapter, elsa, opening)).toMatchObject({ position: opened.position });
  expect(await app.log.readStream(`reading-${elsa.id}-cuento`)).toHaveLength(1);
  expect(await read(opened.position)).toEqual({ hasLoggedIn: true, lastRead: undefined, progress: nothing });

  const second = await readUpTo(elsa, 's2');
  expect(await read(second.position)).toMatchObject({
    lastRead: { 1: 's2' },
    progress: { percentRead: 25, chapters: { 1: 33.3, 2: 0 } },
  });
  const back = await readUpTo(elsa, 's1');
  expect(await read(back.position)).toMatchObject({ lastRead: { 1: 's2' } });
  const last = await readUpTo(elsa, 'finished');
  expect(await read(last.position)).toMatchObject({
    lastRead: { 1: 'finished' },
    progress: { percentRead: 75, chapters: { 1: 100, 2: 0 } },
  });
});

test('when the sentence to read next is dropped, the one in its place is last read', async () => {
  const fabio = await app.learner('fabio');
  const { position } = await readUpTo(fabio, 's2');
  const { sentences, wordInstances, questions } = firstChapter();
  const [first, , third] = sentences;
  if (!first || !third) throw new Error('three sentences');
  const without = <Part extends { sentenceId: string }>(parts: readonly Part[]) =>
    parts.filter(({ sentenceId }) => sentenceId !== 's2');
  await putChapter(app.db, {
    ...firstChapter('shorter'),
    sentences: [first, sentence('s3', 1, 2, third.text)],
    wordInstances: without(wordInstances),
    questions: without(questions),
  });
  const { body } = await fresh(profile, fabio, { after: position });
  expect(body.lastRead).toEqual({ cuento: { 1: 's3' } });
  expect(body.bookProgress['cuento']?.chapters).toEqual({ 1: 50, 2: 0 });
  await putChapter(app.db, firstChapter());
});

test("percent known is the share of the book's fragments at IV, of this epoch only", async () => {
  const gema = await app.learner('gema');
  await mark(gema, 'ana', 'known', 'IV');
  await mark(gema, 'gat', 'known', 'IV');
  const { position } = await mark(gema, 'ros', 'seen', 'III');
  const { body } = await fresh(updateBookProgress, gema, { after: position });
  // Four fragments are asked: gat, duerm, ros and the plural; Ana is a name and does not count.
  expect(body.bookProgress['cuento']?.percentKnown).toBe(25);
  expect(await knownCount(gema, position)).toBeCloseTo(2 + 2 / 3);

  const admin = await app.learner('admin1', ['user', 'admin']);
  const reset = await app.call(resetVocabulary, admin, { body: { username: 'GEMA' } });
  expect(reset).toMatchObject({
    status: 200,
    body: { message: "Reset gema's vocabulary", isError: false },
  });
  expect(await levels(gema, reset.position)).toEqual({});
  expect(await knownCount(gema, reset.position)).toBe(0);
  const after = await fresh(updateBookProgress, gema, { after: reset.position });
  expect(after.body.bookProgress['cuento']?.percentKnown).toBe(0);
});

test('a reset applies to every language with a vocabulary', async () => {
  const hugo = await app.learner('hugo');
  await mark(hugo, 'gat', 'seen', 'I');
  const latin = { fragmentId: 'felis', newState: 'seen', newLevel: 'I', languageId: 'la' };
  await app.call(changeVocabulary, hugo, { body: latin });
  const ines = await app.learner('ines');
  await mark(ines, 'gat', 'seen', 'I');
  const admin = await app.learner('admin2', ['admin']);
  const commandId = uuidv7();
  for (const username of ['hugo', 'hugo', 'ines'])
    expect((await app.call(resetVocabulary, admin, { body: { username }, commandId })).status).toBe(200);
  const types = async (stream: string) => (await app.log.readStream(stream)).map(({ type }) => type);
  for (const stream of [`vocabulary-${hugo.id}-es`, `vocabulary-${hugo.id}-la`, `vocabulary-${ines.id}-es`])
    expect(await types(stream)).toEqual(['FragmentChanged', 'VocabularyReset']);
  expect(await types(`vocabulary-${ines.id}-la`)).toEqual([]);

  expect(await app.call(resetVocabulary, admin, { body: { username: 'nobody' } })).toMatchObject({
    status: 404,
    failure: { errorField: 'username', isError: true },
  });
  expect((await app.call(resetVocabulary, hugo, { body: { username: 'ines' } })).status).toBe(403);
});

test('an undo of a reset applies to every language without later answers', async () => {
  const olga = await app.learner('olga');
  await mark(olga, 'gat', 'known', 'IV');
  const latin = { fragmentId: 'felis', newState: 'seen', newLevel: 'I', languageId: 'la' };
  await app.call(changeVocabulary, olga, { body: latin });
  const admin = await app.learner('admin4', ['admin']);
  const body = { username: 'olga' };
  const refused = { status: 409, failure: { message: 'nothing to undo', isError: true } };
  expect(await app.call(undoVocabularyReset, admin, { body })).toMatchObject(refused);

  await app.call(resetVocabulary, admin, { body });
  await app.call(changeVocabulary, olga, { body: latin });
  const undone = await app.call(undoVocabularyReset, admin, { body });
  expect(undone).toMatchObject({
    status: 200,
    body: { message: "Undid the reset of olga's vocabulary", isError: false },
  });
  expect(await levels(olga, undone.position)).toEqual({ gat: 'known IV', felis: 'seen I' });
  expect(await knownCount(olga, undone.position)).toBe(1);
  expect(await app.call(undoVocabularyReset, admin, { body })).toMatchObject(refused);
  expect((await app.call(undoVocabularyReset, olga, { body })).status).toBe(403);
});

test('initializing all users again rebuilds the vocabulary read models and loses nothing', async () => {
  const juan = await app.learner('juan');
  const { position } = await mark(juan, 'gat', 'known', 'IV');
  const admin = await app.learner('admin3', ['admin']);
  const begun = await app.call(reinitializeAllUsers, admin);
  expect(begun).toMatchObject({ status: 201, body: { isError: false } });
  const shown = new Set<string>();
  await expect
    .poll(async () => {
      // Queried throughout: whatever is answered during a rebuild has the same rows.
      const rows = await levels(juan, position);
      const { status, body } = await fresh(knownFragmentCount, juan, {
        body: { languageId: 'es' },
        after: position,
      });
      if (status === 200) shown.add(JSON.stringify([rows, body.knownCount]));
      const { rows: done } = await app.pool.query<{ builds: number }>(
        `select count(distinct projection)::int as builds from read_models.projection_state
           where stage = 'live' and build > 1 and projection in ('vocabulary-entries', 'known-counts')`,
      );
      return done[0]?.builds;
    })
    .toBe(2);
  expect([...shown]).toEqual([JSON.stringify([{ gat: 'known IV' }, 1])]);
});
