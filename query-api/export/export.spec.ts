import { readFileSync } from 'node:fs';
import http from 'node:http';
import { Ajv2020 } from 'ajv/dist/2020.js';
import papaparse from 'papaparse';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import type { LibraryContent } from '../../domain/catalogue/catalogue.ts';
import type { NewEvent } from '../../event-store/log.ts';
import { exportAnki, exportHistory, exportVocabulary } from '../../facade/export.ts';
import type { HistoryLine } from '../../facade/history-lines.ts';
import { keepClause, keepFragment } from '../../facade/kept.ts';
import { creditFragments } from '../../facade/placement.ts';
import { words } from '../../facade/story.ts';
import { setLastRead } from '../../facade/users.ts';
import {
  answerQuestions,
  changeVocabulary,
  markFragments,
  resetVocabulary,
  undoCommand,
} from '../../facade/vocabularies.ts';
import { projections } from '../../projections/projections.ts';
import { pause, resume } from '../../projections/runner/control.ts';
import { learnerStreams } from '../../server/learner-streams.ts';
import { historySchema, historySchemaFile } from '../../tooling/history-schema.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import {
  firstChapter,
  question,
  secondChapter,
  sentence,
  smallLibrary,
  word,
} from '../../tooling/testing/small-library.ts';
import { historyEvents } from './history-events.ts';

/** Two chapters whose sentences have distinct texts. */
function library(): LibraryContent {
  const [first, second] = [firstChapter(), secondChapter()];
  return {
    ...smallLibrary(),
    chapters: [
      { ...first, sentences: [...first.sentences.slice(0, 2), sentence('s3', 1, 3, 'Unread rosas.')] },
      {
        ...second,
        sentences: [sentence('s4', 2, 1, 'Paid rosas.'), sentence('s5', 2, 2, 'Paid, unread rosas.')],
        wordInstances: [
          word('w6', 's4', 1, 'Paid', ['ana'], { skipped: 'proper noun' }),
          word('w7', 's4', 2, 'rosas', ['ros', 'plural'], { trailingPunctuation: '.' }),
          word('w8', 's5', 1, 'rosas', ['ros', 'plural'], { trailingPunctuation: '.' }),
        ],
        questions: [question('q-rosas', 's4', { wordInstanceId: 'w7' })],
      },
    ],
  };
}

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ content: library() });
});
afterAll(() => app?.close());

function get({ path }: { readonly path: string }, { token }: Learner, headers = {}): Promise<Response> {
  return fetch(app.origin + path, { headers: { Authorization: `Bearer ${token}`, ...headers } });
}

async function historyOf(learner: Learner): Promise<HistoryLine[]> {
  const text = await (await get(exportHistory, learner)).text();
  expect(text.endsWith('\n')).toBe(true);
  return text
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line));
}

/** A file of the vocabulary that holds the write at `after`. */
async function fileOf(
  endpoint: typeof exportAnki | typeof exportVocabulary,
  learner: Learner,
  after: string | undefined,
) {
  for (;;) {
    const response = await get(endpoint, learner, after && { 'X-Log-Position': after });
    // Unchanged: decoding would remove the byte order mark.
    const text = Buffer.from(await response.arrayBuffer()).toString();
    expect([response.status, text]).toEqual([200, expect.any(String)]);
    if (response.headers.get('X-Stale') === null) return text;
  }
}

const rows = (csv: string) =>
  papaparse.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data;

function answer(learner: Learner, sentenceId: string, answers: Readonly<Record<string, number | null>>) {
  const chapter = sentenceId === 's4' ? 2 : 1;
  const contentVersion = chapter === 2 ? 'second chapter' : 'first edition';
  const given = Object.entries(answers).map(([question, chosen]) => ({
    question,
    chosen,
    milliseconds: 900,
  }));
  const body = { bookId: 'cuento', chapter, sentenceId, contentVersion, answers: given };
  return app.call(answerQuestions, learner, { body, commandId: uuidv7() });
}

const kinds = (lines: readonly HistoryLine[]) => lines.map(({ type }) => type);

test('the served schema is generated from the lines', () => {
  expect(JSON.parse(readFileSync(historySchemaFile, 'utf8'))).toEqual(JSON.parse(historySchema()));
});

test('a history has every event, oldest first, in lines that match the schema', async () => {
  const ana = await app.learner('ana');
  const admin = await app.learner('admin', ['admin']);
  await app.subscribe(ana, 'active');
  await answer(ana, 's1', { 'q-gatos': 0, 'q-duerme': 1, 'q-clause': null });
  const lastRead = { bookId: 'cuento', chapter: 1, sentenceId: 's2' };
  await app.call(setLastRead, ana, { body: lastRead, commandId: uuidv7() });
  await app.call(resetVocabulary, admin, { body: { username: 'ana' } });
  const marked = await app.call(changeVocabulary, ana, {
    body: { fragmentId: 'gat', newState: 'known', newLevel: 'IV', languageId: 'es' },
    commandId: uuidv7(),
  });
  expect(marked.status).toBe(200);
  // It changes nothing, so it is not part of the history.
  await app.call(changeVocabulary, ana, {
    body: { fragmentId: 'gat', newState: 'known', newLevel: 'IV', languageId: 'es' },
    commandId: uuidv7(),
  });
  const commandId = uuidv7();
  const fragments = [{ fragmentId: 'duerm', level: 'III' }];
  await app.call(markFragments, ana, { body: { languageId: 'es', fragments }, commandId });
  await app.call(undoCommand, ana, { body: { languageId: 'es', commandId }, commandId: uuidv7() });
  await app.call(creditFragments, ana, {
    body: { languageId: 'es', cause: 'list', fragments: ['plural'] },
    commandId: uuidv7(),
  });
  await app.call(keepFragment, ana, { body: { fragmentId: 'gat', note: 'mine' } });
  await app.call(keepClause, ana, { body: { sentenceId: 's1', clause: 0, note: '' } });

  const lines = await historyOf(ana);
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(historySchema()));
  for (const line of lines) expect(validate(line), JSON.stringify([line, validate.errors])).toBe(true);
  expect(kinds(lines)).toEqual([
    ...['export', 'subscription', 'answered', 'read', 'reset', 'changed', 'changed', 'changed', 'changed'],
    ...['kept', 'kept', 'level', 'level', 'end'],
  ]);
  expect(lines[0]).toMatchObject({ format: 'camino-history', version: 1, username: 'ana' });
  expect(lines[2]).toMatchObject({
    language: 'es',
    occasion: 'reading',
    sentence: {
      ...{ id: 's1', book: 'Un Cuento', chapter: 1, position: 1 },
      ...{ text: 'Gatos, Ana duerme.', translation: 'Gatos, Ana duerme. in English' },
    },
    answers: [{ about: 'word', chosen: 0, right: true }, { right: false }, { about: 'clause', chosen: null }],
    fragments: expect.arrayContaining([{ id: 'gat', text: 'gat', from: 'new', to: 'I', answers: [0] }]),
  });
  expect(lines.filter(line => line.type === 'changed').map(({ cause }) => cause)).toEqual([
    ...['mark', 'marks', 'undo', 'list'],
  ]);
  expect(lines[7]).toMatchObject({ undoes: { command: commandId } });
  expect(lines.filter(({ type }) => type === 'level')).toEqual([
    { type: 'level', language: 'es', id: 'gat', text: 'gat', level: 'IV', credited: false },
    { type: 'level', language: 'es', id: 'plural', text: '-s', level: 'IV', credited: true },
  ]);
  expect(lines.find(line => line.type === 'kept' && line.fragment)).toMatchObject({ note: 'mine' });
  expect(lines.at(-1)).toEqual({ type: 'end', lines: lines.length - 1 });
});

test('after the subscription has ended the files have all read sentences, and no unread ones', async () => {
  const berta = await app.learner('berta');
  await app.subscribe(berta, 'active');
  await answer(berta, 's1', { 'q-gatos': 0 });
  const lastRead = { bookId: 'cuento', chapter: 1, sentenceId: 's2' };
  await app.call(setLastRead, berta, { body: lastRead, commandId: uuidv7() });
  expect((await answer(berta, 's4', { 'q-rosas': 0 })).status).toBe(200);
  await app.subscribe(berta, 'canceled');
  expect((await answer(berta, 's4', { 'q-rosas': 0 })).status).toBe(402);
  // Credited, so its sentence must be one that was read.
  const { position } = await app.call(creditFragments, berta, {
    body: { languageId: 'es', cause: 'list', fragments: ['duerm', 'ana'] },
    commandId: uuidv7(),
  });
  const files = [
    (await historyOf(berta)).map(line => JSON.stringify(line)).join('\n'),
    await fileOf(exportVocabulary, berta, position),
    (await fileOf(exportAnki, berta, position)).replaceAll(/<\/?b>/g, ''),
  ];
  for (const file of files) {
    expect(file).toContain('Gatos, Ana duerme. in English');
    expect(file).toContain('Paid rosas.');
    expect(file).not.toMatch(/unread/i);
    expect(file).not.toContain('Gatos. in English');
  }
  const context = new Map(rows(files[1] ?? '').map(row => [row['id'], row['sentence']]));
  expect(Object.fromEntries(context)).toMatchObject({
    gat: 'Gatos, Ana duerme.',
    duerm: 'Gatos, Ana duerme.',
    ros: 'Paid rosas.',
  });
});

test('the vocabulary files suit other programs: columns, stable ids, marked words, no formulas', async () => {
  const clara = await app.learner('clara');
  await answer(clara, 's1', { 'q-gatos': 1 });
  const { position } = await app.call(creditFragments, clara, {
    body: { languageId: 'es', cause: 'list', fragments: ['ros'] },
    commandId: uuidv7(),
  });
  await app.call(keepFragment, clara, { body: { fragmentId: 'gat', note: '=1+1, "or" <so>\nand on' } });
  const csv = await fileOf(exportVocabulary, clara, position);
  expect(csv.startsWith('\uFEFF')).toBe(true);
  expect(rows(csv)).toMatchObject([
    {
      ...{
        id: 'gat',
        language: 'Spanish',
        word: 'gat',
        kind: 'stem',
        meaning: 'cat',
        level: 'I',
        state: 'seen',
      },
      ...{ credited: 'no', asked: '1', missed: '1', book: 'Un Cuento', note: '\'=1+1, "or" <so>\nand on' },
    },
    { id: 'plural', kind: 'ending' },
    { id: 'ros', level: 'IV', state: 'known', credited: 'yes', sentence: '' },
  ]);
  const anki = await fileOf(exportAnki, clara, position);
  const [head, notes] = [
    anki.split('\n').filter(line => line.startsWith('#')),
    anki.split('\n').filter(line => line.startsWith('camino-')),
  ];
  expect(head).toContain('#guid column:1');
  expect(notes.map(note => note.split('\t')[0])).toEqual(['camino-gat', 'camino-plural', 'camino-ros']);
  const [first] = papaparse.parse<string[]>(notes[0] ?? '', { delimiter: '\t' }).data;
  expect(first?.[1]).toBe('gat<br><br><b>Gat</b>os, Ana duerme.');
  expect(first?.[2]).toContain('=1+1, "or" &lt;so&gt;');
  expect(first?.[3]).toContain('camino::level-I ');
  const again = await fileOf(exportAnki, clara, position);
  expect(again).toBe(anki);
});

test('the levels and credit of a history equal those of the vocabulary, after any actions', async () => {
  const dora = await app.learner('dora');
  const admin = await app.learner('admin2', ['admin']);
  await answer(dora, 's1', { 'q-gatos': 0, 'q-duerme': 0 });
  await app.call(resetVocabulary, admin, { body: { username: 'dora' } });
  const commandId = uuidv7();
  const fragments = ['gat', 'duerm', 'plural'];
  const credit = { body: { languageId: 'es', cause: 'placement', fragments }, commandId };
  await app.call(creditFragments, dora, credit);
  await answer(dora, 's1', { 'q-duerme': 0 });
  await app.call(changeVocabulary, dora, {
    body: { fragmentId: 'plural', newState: 'seen', newLevel: 'III', languageId: 'es' },
  });
  const { position } = await app.call(markFragments, dora, {
    body: { languageId: 'es', fragments: [{ fragmentId: 'ros', level: 'II' }] },
  });
  const { body } = await app.call(words, dora, { after: position });
  const shown = body.languages[0]?.fragments.map(tuple => [tuple[0], tuple[5], tuple[8]]);
  const told = (await historyOf(dora)).flatMap(line =>
    line.type === 'level' ? [[line.id, line.level, line.credited]] : [],
  );
  expect(told).toEqual(shown);
  expect(told).toEqual([
    ['duerm', 'IV', false],
    ['gat', 'IV', true],
    ['plural', 'III', false],
    ['ros', 'II', false],
  ]);
});

test("files have names, are compressed on request, and contain only the caller's data", async () => {
  const eva = await app.learner('eva');
  const reply = await get(exportHistory, eva);
  expect(reply.headers.get('Content-Disposition')).toMatch(
    /^attachment; filename="camino-history-\d{4}-\d\d-\d\d\.jsonl"$/,
  );
  expect(reply.headers.get('Content-Type')).toBe('application/jsonl; charset=utf-8');
  expect(reply.headers.get('Cache-Control')).toBe('private, no-store');
  expect(reply.headers.get('Content-Encoding')).toBe('gzip');
  expect(kinds(await historyOf(eva))).toEqual(['export', 'end']);
  const plain = await get(exportHistory, eva, { 'Accept-Encoding': 'identity' });
  expect(plain.headers.get('Content-Encoding')).toBeNull();
  expect((await fetch(app.origin + exportHistory.path)).status).toBe(403);
  const head = await fetch(app.origin + exportHistory.path, {
    method: 'HEAD',
    headers: { Authorization: `Bearer ${eva.token}` },
  });
  expect([head.status, await head.text()]).toEqual([200, '']);
});

test('too many files are refused with the time to wait', async () => {
  const flora = await app.learner('flora');
  const statuses = [];
  for (let file = 0; file < 31; file++) {
    const reply = await get(exportAnki, flora);
    statuses.push(reply.status);
    if (reply.status === 429) expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThan(0);
    await reply.text();
  }
  expect(statuses).toEqual([...Array(30).fill(200), 429]);
});

/** Answers of `count` sentences, straight to the log. */
/** @param each number of its answers */
async function answered(learner: Learner, count: number, each = 1): Promise<void> {
  const stream = `vocabulary-${learner.id}-es`;
  for (let done = 0; done < count; done += 500) {
    const events = Array.from({ length: Math.min(500, count - done) }, (): NewEvent => {
      const answers = Array.from({ length: each }, () => ['q-gatos', 'word', 0, true, 900]);
      const fragments = { gat: ['IV', 'IV', 0], plural: ['IV', 'IV', 0] };
      const data = {
        ...{ epoch: 0, book: 'cuento', sentence: 's1', contentVersion: 'first edition' },
        ...{ occasion: 'reading', answers, fragments },
      };
      const metadata = { commandId: uuidv7(), actor: learner.id, at: new Date().toISOString(), schema: 1 };
      return { id: crypto.randomUUID(), type: 'SentenceAnswered', data, metadata };
    });
    await app.log.append(stream, done === 0 ? 'none' : done - 1, events);
  }
}

test('events that are larger than a page of the log are all read', async () => {
  const stream = 'vocabulary-gerda-es';
  const text = 'x'.repeat(900_000);
  const type = 'VocabularyReset';
  for (let epoch = 0; epoch < 6; epoch++) {
    const metadata = { commandId: uuidv7(), actor: 'gerda', at: new Date(epoch).toISOString(), schema: 1 };
    const event = { id: crypto.randomUUID(), type, data: { epoch, text }, metadata };
    await app.log.append(stream, epoch === 0 ? 'none' : epoch - 1, [event]);
  }
  const told: unknown[] = [];
  const streams = { languages: ['es'], books: [] };
  for await (const batch of await historyEvents(learnerStreams(app.log), 'gerda', streams))
    told.push(...batch.map(({ metadata }) => Date.parse(metadata.at)));
  expect(told).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a file that fails midway lacks its end; one that fails at the start is an error', async () => {
  const greta = await app.learner('greta');
  await answered(greta, 500);
  const readStream = app.log.readStream;
  let pages = 0;
  const read = vi.spyOn(app.log, 'readStream').mockImplementation((stream, page) => {
    if (stream.startsWith('vocabulary-') && ++pages % 5 === 0) throw new Error('the log is gone');
    return readStream(stream, page);
  });
  // The first pages of es and la, then two more.
  const reply = await get(exportHistory, greta);
  expect(reply.status).toBe(200);
  await expect(reply.text()).rejects.toThrow();
  pages = 4;
  const failed = await get(exportHistory, greta);
  expect([failed.status, (await failed.json()).errorId]).toEqual([500, expect.any(String)]);
  read.mockRestore();
});

const names = projections.map(({ name }) => name);

test('an export of 20,000 long sentences to a slow client is not read ahead', async () => {
  // No line of a history comes from them, and following so many events would keep the machine busy.
  await pause(app.pool, names);
  onTestFinished(() => resume(app.pool, names));
  const hilda = await app.learner('hilda');
  const sentences = 20_000;
  await answered(hilda, sentences, 30);
  const read = vi.spyOn(app.log, 'readStream');
  const pages = () => read.mock.calls.filter(([stream]) => stream.startsWith('vocabulary-')).length;
  const reply = await new Promise<http.IncomingMessage>((resolve, reject) => {
    const headers = { Authorization: `Bearer ${hilda.token}` };
    http.get(app.origin + exportHistory.path, { headers }, resolve).on('error', reject);
  });
  // The client reads nothing, so the server stops when the buffers of the connection are full, which hold far less than this.
  let [before, quiet] = [-1, 0];
  await vi.waitUntil(
    () => {
      quiet = pages() === before ? quiet + 1 : 0;
      before = pages();
      return quiet === 20;
    },
    { timeout: 120_000, interval: 50 },
  );
  const all = sentences / 50;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(all / 2);
  let [lines, last, bytes] = [0, '', 0];
  for await (const chunk of reply.setEncoding('utf8')) {
    bytes += chunk.length;
    const parts = (last + chunk).split('\n');
    last = parts.pop() ?? '';
    lines += parts.length;
  }
  expect(lines).toBe(1 + sentences + 1);
  expect(bytes).toBeGreaterThan(25_000_000);
  expect(pages()).toBeGreaterThanOrEqual(all);
  read.mockRestore();
});
