import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { review } from '../../facade/review.ts';
import { words } from '../../facade/story.ts';
import { setLastRead } from '../../facade/users.ts';
import { answerQuestions, markFragments, undoCommand } from '../../facade/vocabularies.ts';
import { stopDate } from '../../tooling/testing/day.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

const DAY = 86_400_000;

/** The chapter is read up to a sentence. @returns the position of the last write */
async function readUpTo(learner: Learner, sentenceId: string) {
  const { position } = await app.call(setLastRead, learner, {
    body: { bookId: 'cuento', chapter: 1, sentenceId },
  });
  return position;
}

/** A sentence that was answered some days ago. */
async function answeredBefore(
  learner: Learner,
  days: number,
  fragments: Readonly<Record<string, boolean>>,
): Promise<void> {
  const stream = `vocabulary-${learner.id}-es`;
  const last = (await app.log.readStream(stream)).at(-1);
  const names = Object.keys(fragments);
  await app.log.append(stream, last?.revision ?? 'none', [
    {
      id: uuidv7(),
      type: 'SentenceAnswered',
      data: {
        epoch: 0,
        book: 'cuento',
        sentence: 's1',
        contentVersion: 'first edition',
        occasion: 'reading',
        answers: names.map(name => [`q-${name}`, 'word', fragments[name] ? 0 : 1, fragments[name], 4_000]),
        fragments: Object.fromEntries(names.map((name, index) => [name, ['new', 'I', index]])),
      },
      metadata: {
        commandId: uuidv7(),
        actor: learner.id,
        at: new Date(Date.now() - days * DAY).toISOString(),
        schema: 1,
      },
    },
  ]);
}

/** What is due, once the read models hold the write at `after`. */
async function due(learner: Learner, after: string | undefined, query = '') {
  for (;;) {
    const reply = await app.call({ ...review, path: `/vocabularies/review${query}` }, learner, { after });
    if (reply.headers.get('X-Stale') === null) return reply.body;
  }
}

function answer(learner: Learner, question: string, chosen: number | null, more: object = {}) {
  return app.call(answerQuestions, learner, {
    body: {
      bookId: 'cuento',
      chapter: 1,
      sentenceId: 's1',
      contentVersion: 'first edition',
      occasion: 'review',
      answers: [{ question, chosen, milliseconds: 2_000 }],
      ...more,
    },
  });
}

test('what is due is asked in a sentence that was read, one question for the fragments of a word', async () => {
  const learner = await app.learner('recalls');
  await answeredBefore(learner, 20, { gat: true, plural: true, duerm: false, ros: true });
  const after = await readUpTo(learner, 's2');
  const found = await due(learner, after);
  // 'ros' stands in a sentence that was not read.
  expect(found).toMatchObject({ due: 3, tomorrow: 0, secondsPerAnswer: 3.5 });
  expect(await due(learner, after, '?limit=0')).toMatchObject({ due: 3, tomorrow: 0, questions: [] });
  expect(found.questions.map(({ id }) => id).toSorted()).toEqual(['q-duerme', 'q-gatos']);
  const [asked] = found.questions.filter(({ id }) => id === 'q-duerme');
  expect(asked).toMatchObject({
    fragment: { id: 'duerm', text: 'duerm' },
    missed: true,
    steps: [{ kind: 'wrong' }],
    book: { title: 'Un Cuento', language: 'es' },
    sentence: { id: 's1', position: 1, contentVersion: 'first edition' },
  });
  expect(asked?.words.map(({ text }) => text)).toEqual(['Gatos', 'Ana', 'duerme']);
});

test('nothing is due before anything was read, nor right after it was answered', async () => {
  const learner = await app.learner('begins');
  expect(await due(learner, undefined)).toMatchObject({ due: 0, questions: [] });
  await answer(learner, 'q-gatos', 0, { occasion: undefined });
  expect(await due(learner, await readUpTo(learner, 's2'))).toMatchObject({ due: 0, tomorrow: 0 });
});

test('tomorrow counts what can be asked, and not what stands in no sentence that was read', async () => {
  const learner = await app.learner('waits');
  await answeredBefore(learner, 0, { gat: false, ros: false });
  expect(await due(learner, await readUpTo(learner, 's2'))).toMatchObject({ due: 0, tomorrow: 1 });
});

let asking = 0;
test.each([
  ['day=0000-01-01', 'day'],
  ['day=1999-12-31', 'day'],
  ['bookId=cuento', 'chapter'],
  ['chapter=1', 'bookId'],
  ['bookId=cuento&chapter=1&day=2026-01-01', 'day'],
  ['day=2026-01-01&utcOffset=9h', 'utcOffset'],
  ['utcOffset=540', 'day'],
])('what is due of ?%s is refused, naming %s', async (query, errorField) => {
  const learner = await app.learner(`asks${++asking}`);
  const { status, failure } = await app.call({ ...review, path: `/vocabularies/review?${query}` }, learner);
  expect([status, failure.errorField]).toEqual([400, errorField]);
});

test('an answer in review moves levels and puts the fragment off; only what was met is asked', async () => {
  const learner = await app.learner('reviews');
  await answeredBefore(learner, 40, { gat: true, plural: true });
  await readUpTo(learner, 's2');
  const refused = await answer(learner, 'q-duerme', 0);
  expect([refused.status, refused.failure.message]).toEqual([422, 'never met']);
  const clause = await answer(learner, 'q-clause', 0);
  expect(clause.status).toBe(422);
  const { position, body } = await answer(learner, 'q-gatos', 0);
  expect(body).toMatchObject({ right: 1, wrong: 0 });
  expect((await due(learner, position)).due).toBe(0);
  const stored = (await app.log.readStream(`vocabulary-${learner.id}-es`)).at(-1);
  expect(stored?.data).toMatchObject({
    occasion: 'review',
    fragments: { gat: ['I', 'II', 0], plural: ['I', 'II', 0] },
  });
});

test('mistakes of a chapter and of a day are asked before they are due', async () => {
  const today = stopDate();
  const learner = await app.learner('mistakes');
  await readUpTo(learner, 's2');
  await answer(learner, 'q-gatos', 0, { occasion: undefined });
  const { position } = await answer(learner, 'q-duerme', 1, { occasion: undefined });
  const ofChapter = await due(learner, position, '?bookId=cuento&chapter=1');
  expect(ofChapter).toMatchObject({ due: 1, questions: [{ id: 'q-duerme' }] });
  expect(await due(learner, position, '?bookId=cuento&chapter=2')).toMatchObject({ due: 0 });
  expect((await due(learner, position, `?day=${today}`)).questions).toHaveLength(1);
  expect(await due(learner, position, '?day=2020-01-01')).toMatchObject({ due: 0 });
  // From UTC-11 to UTC+14 it is not the same day everywhere.
  for (const utcOffset of [-660, 840]) {
    const there = new Date(Date.now() + utcOffset * 60_000).toISOString().slice(0, 10);
    expect(await due(learner, position, `?day=${there}&utcOffset=${utcOffset}`)).toMatchObject({ due: 1 });
  }
});

test('what was read can be reviewed after the subscription ended', async () => {
  const learner = await app.learner('lapsed');
  await app.subscribe(learner, 'active');
  const second = { bookId: 'cuento', chapter: 2 };
  await answeredBefore(learner, 40, { ros: true });
  const { position } = await app.call(setLastRead, learner, { body: { ...second, sentenceId: 'finished' } });
  await app.subscribe(learner, 'canceled');
  const [asked] = (await due(learner, position)).questions;
  expect(asked).toMatchObject({ id: 'q-rosas', chapter: 2 });
  const sent = { ...second, sentenceId: 's4', contentVersion: 'second chapter' };
  expect((await answer(learner, 'q-rosas', 0, sent)).status).toBe(200);
});

test('a review opens no chapter that must be paid for: the sentence was read, or is refused', async () => {
  const learner = await app.learner('sly');
  await answeredBefore(learner, 40, { ros: true });
  const sent = { bookId: 'cuento', chapter: 2, sentenceId: 's4', contentVersion: 'second chapter' };
  expect((await answer(learner, 'q-rosas', 0, sent)).status).toBe(402);
});

test('a mark that is undone leaves nothing to review', async () => {
  const learner = await app.learner('undoes');
  await readUpTo(learner, 's2');
  const commandId = uuidv7();
  await app.call(markFragments, learner, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'gat', level: 'I' }] },
    commandId,
  });
  const { position } = await app.call(undoCommand, learner, { body: { languageId: 'es', commandId } });
  expect(await due(learner, position)).toMatchObject({ due: 0, tomorrow: 0 });
});

test('the words met last are read first: all of one moment, as the whole list has them', async () => {
  const learner = await app.learner('first');
  await answeredBefore(learner, 40, { ros: true, plural: true });
  await answeredBefore(learner, 30, { gat: true, duerm: true });
  const marked = await app.call(markFragments, learner, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'gat', level: 'II' }] },
  });
  const read = async (query = {}) => {
    for (;;) {
      const { headers, body } = await app.call(words, learner, { after: marked.position, query });
      if (headers.get('X-Stale') === null) return body.languages[0];
    }
  };
  const whole = await read();
  const newest = await read({ newest: '1' });
  const ids = newest?.fragments.map(([id]) => id);
  // With 'gatos' comes its ending, although that was met before 'Rosas' had it, too.
  expect(ids).toEqual(['duerm', 'gat', 'plural']);
  expect(newest?.fragments).toEqual(whole?.fragments.filter(([id]) => ids?.includes(id)));
  expect(newest?.words.map(([text, stem]) => [text, newest.fragments[stem]?.[0]])).toEqual(
    whole?.words.flatMap(([text, stem]) => {
      const id = whole.fragments[stem]?.[0] ?? '';
      return ids?.includes(id) ? [[text, id]] : [];
    }),
  );
  expect((await read({ newest: '3' }))?.fragments).toEqual(whole?.fragments);
  const refused = await app.call(words, learner, { query: { newest: '0' } });
  expect([refused.status, refused.failure.errorField]).toEqual([400, 'newest']);
});

test('of a word that was marked it can be read by itself when it is due', async () => {
  const learner = await app.learner('marks');
  await answeredBefore(learner, 40, { gat: true, duerm: true });
  const marked = await app.call(markFragments, learner, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'gat', level: 'IV' }] },
  });
  for (;;) {
    const only = await app.call(words, learner, { after: marked.position, query: { fragments: 'gat,ros' } });
    const all = await app.call(words, learner, { after: marked.position });
    if ([only, all].some(({ headers }) => headers.get('X-Stale') !== null)) continue;
    const [gat, ...others] = only.body.languages[0]?.fragments ?? [];
    expect(others).toEqual([]);
    expect(gat).toEqual(all.body.languages[0]?.fragments.find(([id]) => id === 'gat'));
    expect(gat?.[10]).toBeGreaterThan(Date.now() / 1_000);
    break;
  }
  const refused = await app.call(words, learner, { query: { fragments: 'gat,,ros' } });
  expect([refused.status, refused.failure.errorField]).toEqual([400, 'fragments']);
});
