import fc from 'fast-check';
import { sql } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fragment, LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { inActs } from '../../domain/vocabulary/bulk-limits.ts';
import { historyReader, isProblem, type ReadHistory } from '../../domain/vocabulary/history-export.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import { exportAnki, exportHistory, exportVocabulary } from '../../facade/export.ts';
import { importLevels, matchWordList, previewImport } from '../../facade/import.ts';
import { creditFragments } from '../../facade/placement.ts';
import { activity } from '../../facade/progress.ts';
import { questionStatistics } from '../../facade/questions.ts';
import { words } from '../../facade/story.ts';
import { answerQuestions, markFragments, undoCommand } from '../../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { smallLibrary, word } from '../../tooling/testing/small-library.ts';

/** The small library, with dictionary forms. */
function library(): LibraryContent {
  const small = smallLibrary();
  const lemmas: Readonly<Record<string, string>> = { gat: 'gato', duerm: 'dormir', ros: 'rosa', ana: 'Ana' };
  const gloss: Readonly<Record<string, string>> = { ros: 'rose' };
  return {
    ...small,
    // A derived word has the dictionary form of its base, and is not credited with it.
    chapters: small.chapters.map(content =>
      content.chapter.number === 1
        ? {
            ...content,
            wordInstances: [...content.wordInstances, word('w9', 's2', 2, 'gatucho', ['gatucho'])],
          }
        : content,
    ),
    fragments: [
      ...small.fragments.map(fragment => ({
        ...fragment,
        lemma: lemmas[fragment.id] ?? null,
        gloss: gloss[fragment.id] ?? fragment.gloss,
      })),
      {
        ...small.fragments[0],
        id: 'gatucho',
        text: 'gatucho',
        gloss: 'mangy cat',
        lemma: 'gato',
      } as Fragment,
    ],
  };
}

let app: LearningApp;
let made = 0;
beforeAll(async () => {
  app = await learningApp({ content: library() });
});
afterAll(() => app?.close());

const newLearner = () => app.learner(`learner${++made}`);

async function exported(learner: Learner): Promise<ReadHistory> {
  const reply = await fetch(app.origin + exportHistory.path, {
    headers: { Authorization: `Bearer ${learner.token}` },
  });
  const reader = historyReader();
  const lines = (await reply.text()).split('\n');
  for (const line of lines) expect(reader.take(line), line).toBeUndefined();
  const read = reader.finish();
  if (isProblem(read)) throw new Error(read.says);
  return read;
}

/** The body of an import of one language. */
const bodyOf = ({ levels }: ReadHistory, languageId = 'es') => ({
  languageId,
  fragments: Array.from(levels.get(languageId) ?? [], ([fragmentId, one]) => ({ fragmentId, ...one })),
});

/** Id, level and credit of what was met. */
async function vocabularyOf(learner: Learner, after: string | undefined) {
  for (;;) {
    const { body, headers } = await app.call(words, learner, { after });
    if (headers.get('X-Stale') === null)
      return (body.languages[0]?.fragments ?? []).map(tuple => [tuple[0], tuple[5], tuple[8]] as const);
  }
}

type Action =
  | { readonly kind: 'mark'; readonly fragment: string; readonly level: (typeof levels)[number] }
  | { readonly kind: 'credit'; readonly fragment: string }
  | { readonly kind: 'answer'; readonly right: boolean };

async function doAll(learner: Learner, actions: readonly Action[]): Promise<string | undefined> {
  let after: string | undefined;
  for (const action of actions) {
    const commandId = uuidv7();
    const languageId = 'es';
    const { position } =
      action.kind === 'mark'
        ? await app.call(markFragments, learner, {
            body: { languageId, fragments: [{ fragmentId: action.fragment, level: action.level }] },
            commandId,
          })
        : action.kind === 'credit'
          ? await app.call(creditFragments, learner, {
              body: { languageId, cause: 'list', fragments: [action.fragment] },
              commandId,
            })
          : await app.call(answerQuestions, learner, {
              body: {
                ...{ bookId: 'cuento', chapter: 1, sentenceId: 's1', contentVersion: 'first edition' },
                answers: [{ question: 'q-gatos', chosen: action.right ? 0 : 1, milliseconds: 900 }],
              },
              commandId,
            });
    after = position ?? after;
  }
  return after;
}

test('an export imported into a new account gives the same vocabulary, without answers', async () => {
  const fragment = fc.constantFrom('gat', 'duerm', 'ros', 'plural', 'ana');
  const action: fc.Arbitrary<Action> = fc.oneof(
    fc.record({ kind: fc.constant('mark' as const), fragment, level: fc.constantFrom(...levels) }),
    fc.record({ kind: fc.constant('credit' as const), fragment }),
    fc.record({ kind: fc.constant('answer' as const), right: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 1, maxLength: 12 }), async actions => {
      const [from, to] = [await newLearner(), await newLearner()];
      const before = await vocabularyOf(from, await doAll(from, actions));
      const body = bodyOf(await exported(from));
      expect(body.fragments).toHaveLength(before.length);
      if (before.length === 0) return;
      const shown = await app.call(previewImport, to, { body });
      expect(shown.body).toMatchObject({ unchanged: 0, unknown: [] });
      expect(shown.body.changes.map(([id, , , now, then]) => [id, now, then])).toEqual(
        before.map(([id, level]) => [id, 'new', level]),
      );
      const done = await app.call(importLevels, to, { body, commandId: uuidv7() });
      expect(done.body).toEqual({ changed: before.length });
      expect(await vocabularyOf(to, done.position)).toEqual(before);
      // And from there to a third account.
      expect(bodyOf(await exported(to))).toEqual(body);
    }),
    { numRuns: 15 },
  );
});

test('an import is one event without answers: statistics stay, and one undo reverts it', async () => {
  const [from, to] = [await newLearner(), await newLearner()];
  await doAll(from, [
    { kind: 'answer', right: true },
    { kind: 'credit', fragment: 'ros' },
  ]);
  const staff = await app.learner(`staff${++made}`, ['admin']);
  const figures = async (after?: string) =>
    (
      await app.call(questionStatistics, staff, {
        query: { bookId: 'cuento', chapter: '1' },
        after,
      })
    ).body;
  const body = bodyOf(await exported(from));
  const commandId = uuidv7();
  const before = await figures();
  const { position } = await app.call(importLevels, to, { body, commandId });
  expect(await figures(position)).toEqual(before);
  expect((await app.call(activity, to, { after: position })).body).toEqual([]);
  const events = await app.log.readStream(`vocabulary-${to.id}-es`);
  expect(events.map(({ type, data }) => [type, data['cause']])).toEqual([
    ['FragmentsChanged', { kind: 'import', credited: ['ros'] }],
  ]);
  const again = await app.call(importLevels, to, { body, commandId });
  expect(again.body).toEqual({ changed: 3 });
  const undone = await app.call(undoCommand, to, {
    body: { languageId: 'es', commandId },
    commandId: uuidv7(),
  });
  expect(await vocabularyOf(to, undone.position)).toEqual([]);
});

test('an import never lowers a level, and names fragments that the library lacks', async () => {
  const learner = await newLearner();
  const after = await doAll(learner, [
    { kind: 'mark', fragment: 'gat', level: 'III' },
    { kind: 'mark', fragment: 'ros', level: 'I' },
  ]);
  const fragments = [
    { fragmentId: 'gat', level: 'I', credited: false },
    { fragmentId: 'ros', level: 'II', credited: true },
    { fragmentId: 'dropped', level: 'IV', credited: false },
  ];
  const { body } = await app.call(previewImport, learner, { body: { languageId: 'es', fragments }, after });
  expect(body).toEqual({
    changes: [['ros', 'ros', 'rose', 'I', 'II']],
    unchanged: 1,
    unknown: ['dropped'],
  });
  const refused = await app.call(importLevels, learner, { body: { languageId: 'es', fragments } });
  expect([refused.status, refused.failure.errorField]).toEqual([404, 'fragments']);
  const twice = [...fragments.slice(0, 1), ...fragments.slice(0, 1)];
  const double = await app.call(importLevels, learner, { body: { languageId: 'es', fragments: twice } });
  expect([double.status, double.failure.errorField]).toEqual([422, 'fragments']);
  const other = await app.call(importLevels, learner, {
    body: { languageId: 'la', fragments: fragments.slice(0, 1) },
  });
  expect([other.status, other.failure.errorField]).toEqual([422, 'fragments']);
  const done = await app.call(importLevels, learner, {
    body: { languageId: 'es', fragments: fragments.slice(0, 2) },
  });
  expect(await vocabularyOf(learner, done.position)).toEqual([
    ['gat', 'III', false],
    ['ros', 'II', true],
  ]);
});

const look = (learner: Learner, text: string, more: object = {}) =>
  app.call(matchWordList, learner, { body: { languageId: 'es', text, ...more } });

test.each([
  ['a plain list', 'el gato\nRÓSA\nhablar\n'],
  [
    'CSV with a header and commas',
    'English,Spanish\nthe cat,el gato\nrose,"la rosa"\n"to speak, talk",hablar\n',
  ],
  ['CSV without a header and semicolons', 'cat;El Gato\nrose;rosa\ntalk;hablar\n'],
  ['tabs', '1\tgato\tcat\n2\trosa\trose\n3\thablar\ttalk\n'],
  [
    'notes exported from Anki',
    '#separator:tab\n#html:true\n#tags column:3\n<b>el&nbsp;gato</b><br>a pet\t"the ""cat"""\tanimals\nrosa[sound:r.mp3]\trose\t\nhablar\ttalk\t\n',
  ],
  [
    'a table of a spreadsheet on Windows',
    '\uFEFFpalabra;significado\r\ngato;cat\r\nrosa;rose\r\nhablar;talk\r\n',
  ],
])('a word list is matched with the library: %s', async (_, text) => {
  const learner = await newLearner();
  const { status, body } = await look(learner, text);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    words: 3,
    credit: [
      ['gato', 'cat', ['gat']],
      ['rosa', 'rose', ['ros']],
    ],
    met: [],
    missing: ['hablar'],
  });
});

test('a word list credits fragments that were not met, marked as credited, and one undo reverts it', async () => {
  const learner = await newLearner();
  const after = await doAll(learner, [{ kind: 'answer', right: false }]);
  const body = { languageId: 'es', text: 'gato\ndurmir\ndormir\nrosa\nAna\n' };
  const shown = await app.call(matchWordList, learner, { body, after });
  expect(shown.body).toMatchObject({ met: ['gato'], missing: ['durmir', 'Ana'] });
  expect(shown.body.credit.map(([word]) => word)).toEqual(['dormir', 'rosa']);
  const fragments = shown.body.credit.flatMap(([, , ids]) => ids);
  const commandId = uuidv7();
  const done = await app.call(creditFragments, learner, {
    body: { languageId: 'es', cause: 'list', fragments },
    commandId,
  });
  expect(await vocabularyOf(learner, done.position)).toEqual([
    ['duerm', 'IV', true],
    ['gat', 'I', false],
    ['plural', 'I', false],
    ['ros', 'IV', true],
  ]);
  const undone = await app.call(undoCommand, learner, {
    body: { languageId: 'es', commandId },
    commandId: uuidv7(),
  });
  expect((await vocabularyOf(learner, undone.position)).map(([id]) => id)).toEqual(['gat', 'plural']);
});

test('another column can be chosen, and our own exports are accepted as lists', async () => {
  const learner = await newLearner();
  const after = await doAll(learner, [
    { kind: 'answer', right: true },
    { kind: 'credit', fragment: 'ros' },
  ]);
  const text = 'red,gato\nrosa,plan\n';
  expect((await look(learner, text, { column: 0 })).body).toMatchObject({
    columns: [
      { name: 'red', found: 1 },
      { name: 'gato', found: 1 },
    ],
    column: 0,
    missing: ['red'],
  });
  expect((await look(learner, text, { column: 7 })).failure).toMatchObject({ errorField: 'column' });
  const other = await newLearner();
  for (const { path } of [exportVocabulary, exportAnki]) {
    let text = '';
    for (let stale = true; stale; ) {
      const headers = { Authorization: `Bearer ${learner.token}`, ...(after && { 'X-Log-Position': after }) };
      const reply = await fetch(app.origin + path, { headers });
      stale = reply.headers.has('X-Stale');
      text = await reply.text();
    }
    const { body } = await look(other, text);
    expect(body.credit.map(([word]) => word)).toEqual(['gato', 'rosa']);
  }
});

test('a file that is no list is refused with the line', async () => {
  const learner = await newLearner();
  const says = async (text: string) => {
    const { status, failure } = await look(learner, text);
    return [status, failure.errorField, (failure as { messageVerbose?: string }).messageVerbose];
  };
  expect(await says('gato,cat\nrosa,"rose\nmás,more\n')).toEqual([
    422,
    'text',
    expect.stringContaining('Line 2 '),
  ]);
  expect(await says('#separator:tab\n#html:true\ngato\tcat\nrosa\t"rose\n')).toEqual([
    422,
    'text',
    expect.stringContaining('Line 4 '),
  ]);
  expect(await says(' \n\n;;\n')).toEqual([422, 'text', 'There are no words in it.']);
  expect(await says('gato\n'.repeat(20_001))).toEqual([422, 'text', expect.stringContaining('20000')]);
  expect(await says(`gato${','.repeat(900_000)}`)).toEqual([422, 'text', expect.stringContaining('200000')]);
  expect(await says('x'.repeat(1_000_001))).toEqual([400, 'text', undefined]);
  const unknown = await app.call(matchWordList, learner, { body: { languageId: 'xx', text: 'gato' } });
  expect([unknown.status, unknown.failure.errorField]).toEqual([404, 'languageId']);
});

/** A large act may take longer than the log waits where others take the processor. Sent again, it is stored once. */
async function untilStored<Reply extends { readonly status: number }>(
  send: () => Promise<Reply>,
): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
  }
}

test('an import of 25,000 fragments is split into several acts and can be undone', async () => {
  const count = 25_000;
  const ids = Array.from({ length: count }, (_, index) => `many${index}`);
  await app.db
    .insertInto('fragments')
    .columns(['id', 'language_id', 'kind', 'text', 'gloss'])
    .expression(sql`select id, 'es', 'stem', id, id from unnest(${ids}::text[]) as id`)
    .execute();
  // The catalogue has changed: what is cached of it is read again.
  await app.pool.query(
    `insert into library_state (only_row, sources) values (true, 'with many more')
     on conflict (only_row) do update set sources = excluded.sources`,
  );
  const reader = historyReader();
  const lines = ids.map(id => ({ type: 'level', language: 'es', id, level: 'III', credited: true }));
  const head = { type: 'export', format: 'camino-history', version: 1, at: '', username: 'ana' };
  for (const line of [head, ...lines, { type: 'end', lines: count + 1 }]) reader.take(JSON.stringify(line));
  const read = reader.finish();
  if (isProblem(read)) throw new Error(read.says);
  const acts = inActs(
    Array.from(read.levels.get('es') ?? [], ([fragmentId, one]) => ({ fragmentId, ...one })),
  );
  expect(acts.length).toBeGreaterThan(1);

  const to = await newLearner();
  const commandIds = acts.map(() => uuidv7());
  let after: string | undefined;
  for (const [index, act] of acts.entries()) {
    const body = { languageId: 'es', fragments: [...act] };
    expect((await app.call(previewImport, to, { body })).body.changes).toHaveLength(act.length);
    const done = await untilStored(() =>
      app.call(importLevels, to, { body, commandId: commandIds[index] ?? '' }),
    );
    expect(done.body).toEqual({ changed: act.length });
    after = done.position;
  }
  expect(await vocabularyOf(to, after)).toHaveLength(count);
  for (const undone of commandIds) {
    const commandId = uuidv7();
    const body = { languageId: 'es', commandId: undone };
    after = (await untilStored(() => app.call(undoCommand, to, { body, commandId }))).position;
  }
  expect(await vocabularyOf(to, after)).toEqual([]);
});
