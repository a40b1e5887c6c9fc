import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { creditFragments, placement } from '../../facade/placement.ts';
import { undoCommand, vocabularies } from '../../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app?.close());

type Answers = { question: string; chosen: number | null }[];
const place = (learner: Learner, answers: Answers, after?: string) =>
  app.call(placement, learner, { body: { languageId: 'es', answers, more: false }, after });

/** Answers questions until there is a result. */
async function placed(learner: Learner, chosen: number | null, after?: string) {
  const answers: Answers = [];
  for (;;) {
    const { body } = await place(learner, answers, after);
    if (!body.question) return { answers, body };
    answers.push({ question: body.question.id, chosen });
  }
}

test('questions come from free chapters; the same answers give the same question, and nothing is recorded', async () => {
  const learner = await app.learner('newcomer');
  const first = await place(learner, []);
  expect(first).toMatchObject({ status: 200, body: { size: 4, trace: [], result: null } });
  expect(await place(learner, [])).toMatchObject({ body: first.body });
  const { question } = first.body;
  expect(['q-gatos', 'q-duerme', 'q-gatos-2']).toContain(question?.id);
  expect(question?.words.map(({ id }) => id)).toContain(question?.word);
  expect(question?.options.map(({ stored }) => stored).sort()).toEqual([0, 1]);
  const { answers, body } = await placed(learner, 0);
  expect(new Set(answers.map(({ question }) => question)).size).toBe(answers.length);
  expect(body.trace).toHaveLength(answers.length);
  expect(body.result).toMatchObject({ right: answers.length, kinds: { ending: 1, noun: 3 } });
  expect(await app.log.readStream(`vocabulary-${learner.id}-es`)).toEqual([]);
});

test("wrong answers and 'I don't know' lower the estimate", async () => {
  const learner = await app.learner('unsure');
  const [right, wrong, unknown] = [
    await placed(learner, 0),
    await placed(learner, 1),
    await placed(learner, null),
  ].map(({ body }) => body.trace.at(-1)?.[1] ?? Number.NaN);
  expect(wrong).toBe(unknown);
  expect(right).toBeGreaterThan(wrong ?? Number.NaN);
});

test('credit is one event with its cause, marked in the vocabulary, and undone by its command id', async () => {
  const learner = await app.learner('credited');
  const commandId = uuidv7();
  const body = { languageId: 'es', cause: 'placement', fragments: ['gat', 'plural'] };
  const done = await app.call(creditFragments, learner, { body, commandId });
  expect(done).toMatchObject({ status: 200, body: { changed: 2 } });
  const again = await app.call(creditFragments, learner, { body, commandId });
  expect(again).toMatchObject({ body: { changed: 2 }, position: done.position });
  const stored = await app.log.readStream(`vocabulary-${learner.id}-es`);
  expect(stored.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'FragmentsChanged',
      data: {
        epoch: 0,
        cause: { kind: 'placement' },
        fragments: { gat: ['new', 'IV'], plural: ['new', 'IV'] },
      },
    },
  ]);
  const undone = await app.call(undoCommand, learner, { body: { languageId: 'es', commandId } });
  expect(undone.body.fragments).toHaveLength(2);
  const left = await app.call(vocabularies, learner, { after: undone.position });
  expect(left.body).toEqual([]);
});

test('met fragments are not offered for credit', async () => {
  const learner = await app.learner('reader');
  const body = { languageId: 'es', cause: 'list', fragments: ['gat'] };
  const { position } = await app.call(creditFragments, learner, { body });
  const { body: found } = await placed(learner, 0, position);
  expect(found.result?.fragments.map(([id]) => id)).not.toContain('gat');
});

test.each<[string, object, number, string]>([
  ['an unknown language', { languageId: 'nonesuch' }, 404, 'languageId'],
  ['a language without a book', { languageId: 'la' }, 404, 'languageId'],
  ['an unknown question', { answers: [{ question: 'nonesuch', chosen: 0 }] }, 404, 'answers'],
  [
    'a question answered twice',
    { answers: [1, 2].map(() => ({ question: 'q-gatos', chosen: 0 })) },
    422,
    'answers',
  ],
])('a placement with %s is refused', async (name, change, status, field) => {
  const learner = await app.learner(`p${name.replaceAll(/\W/g, '')}`.slice(0, 20));
  const reply = await app.call(placement, learner, {
    body: { languageId: 'es', answers: [], more: false, ...change },
  });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field });
});

test.each<[string, string[], number]>([
  ['an unknown fragment', ['gat', 'nonesuch'], 404],
  ['one of another language', ['felis'], 422],
])('crediting %s is refused, whole', async (name, fragments, status) => {
  const learner = await app.learner(`k${name.replaceAll(/\W/g, '')}`.slice(0, 20));
  const reply = await app.call(creditFragments, learner, {
    body: { languageId: 'es', cause: 'placement', fragments },
  });
  expect({ status: reply.status, field: reply.failure.errorField }).toEqual({ status, field: 'fragments' });
  expect(await app.log.readStream(`vocabulary-${learner.id}-es`)).toEqual([]);
});
