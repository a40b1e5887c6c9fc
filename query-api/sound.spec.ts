import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVoice } from '../server/voice/voice.ts';
import { type Learner, type LearningApp, learningApp } from '../tooling/testing/learning-app.ts';

/** Sound from the server's real voice and from recordings in a folder. */

const recorded = Buffer.from('RIFF, as far as this test is concerned');
const patient = { timeout: 20_000 };
let app: LearningApp;
let directory: string;
let voice: Awaited<ReturnType<typeof openVoice>>;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'camino-sound-'));
  voice = await openVoice(directory, { report: console.error });
  const folders = { words: join(directory, 'words'), sentences: join(directory, 'sentences') };
  await mkdir(folders.words);
  app = await learningApp({ sounds: { recordings: folders, voice: voice?.say } });
});
afterAll(async () => {
  voice?.close();
  await app?.close();
  await rm(directory, { recursive: true, force: true });
});

async function get(path: string, caller?: Learner) {
  const headers = caller ? { Authorization: `Bearer ${caller.token}` } : {};
  const reply = await fetch(app.origin + path, { headers });
  return {
    status: reply.status,
    type: reply.headers.get('Content-Type'),
    cached: reply.headers.get('Cache-Control'),
    bytes: Buffer.from(await reply.arrayBuffer()),
  };
}

async function words(chapter: number): Promise<readonly string[]> {
  const rows = await app.db
    .selectFrom('word_instances')
    .innerJoin('sentences', 'sentences.id', 'word_instances.sentence_id')
    .select('word_instances.text')
    .where('chapter', '=', chapter)
    .execute();
  return rows.map(({ text }) => text.toLocaleLowerCase('es'));
}

test('words of the library are public as sound, also of paid chapters; other texts are not', async () => {
  for (const chapter of [1, 2]) {
    const [word = ''] = await words(chapter);
    const { status, type, bytes, cached } = await get(`/spanish-words/${encodeURIComponent(word)}.wav`);
    expect([status, type, bytes.toString('latin1', 0, 4)]).toEqual([200, 'audio/wav', 'RIFF']);
    expect(cached).toContain('public');
  }
  for (const other of ['burrocracia', '../../package', 'dos palabras', '.', '--version'])
    expect((await get(`/spanish-words/${encodeURIComponent(other)}.wav`)).status).toBe(404);
  expect((await get('/spanish-words/hola')).status).toBe(400);
});

test('a sentence can be heard by learners who may read it', async () => {
  const reader = await app.learner('listener');
  const { status, type, bytes, cached } = await get('/spanish-sentences/s1.wav', reader);
  expect([status, type, bytes.toString('latin1', 0, 4)]).toEqual([200, 'audio/wav', 'RIFF']);
  expect(cached).toContain('private');
  expect((await get('/spanish-sentences/s1.wav')).status).toBe(403);
  expect((await get('/spanish-sentences/s4.wav', reader)).status).toBe(402);
  await app.subscribe(reader, 'active');
  expect((await get('/spanish-sentences/s4.wav', reader)).status).toBe(200);
  expect((await get('/spanish-sentences/none.wav', reader)).status).toBe(404);
});

test('a recording is preferred to the voice, and the browser knows which exist', async () => {
  const reader = await app.learner('audience');
  const [word = ''] = await words(1);
  const { part, chapter, section, position } = await app.db
    .selectFrom('sentences')
    .selectAll()
    .where('id', '=', 's1')
    .executeTakeFirstOrThrow();
  const key = `Un Cuento ${part}.${chapter}.${section}.${position}`;
  await mkdir(join(directory, 'sentences'), { recursive: true });
  await writeFile(join(directory, 'words', `${word}.wav`), recorded);
  await writeFile(join(directory, 'sentences', `${key}.wav`), recorded);
  // The lists of recordings are cached for a moment.
  for (const path of [`/spanish-words/${encodeURIComponent(word)}.wav`, '/spanish-sentences/s1.wav'])
    await expect.poll(async () => recorded.equals((await get(path, reader)).bytes), patient).toBe(true);
  const listed = JSON.parse((await get('/sounds')).bytes.toString());
  expect(listed).toEqual({ words: [word], sentences: [key], voice: true });
});

test('a recording is found whose name the file system keeps in another normal form', async () => {
  const folder = join(directory, 'as on a Mac');
  await mkdir(folder);
  await writeFile(join(folder, `${'corazón'.normalize('NFD')}.wav`), recorded);
  const other = await learningApp({
    sounds: { recordings: { words: folder, sentences: undefined }, voice: undefined },
  });
  try {
    const [{ id } = { id: '' }] = await other.db.selectFrom('word_instances').select('id').limit(1).execute();
    await other.db.updateTable('word_instances').set({ text: 'corazón' }).where('id', '=', id).execute();
    const reply = await fetch(`${other.origin}/spanish-words/${encodeURIComponent('corazón')}.wav`);
    expect([reply.status, Buffer.from(await reply.arrayBuffer())]).toEqual([200, recorded]);
  } finally {
    await other.close();
  }
});

test('without a voice everything else works', async () => {
  const none = join(directory, 'none');
  const silent = await learningApp({
    sounds: { recordings: { words: none, sentences: none }, voice: undefined },
  });
  try {
    const ask = async (path: string) => fetch(silent.origin + path);
    expect(await (await ask('/sounds')).json()).toEqual({ words: [], sentences: [], voice: false });
    const [word = ''] = await words(1);
    expect((await ask(`/spanish-words/${encodeURIComponent(word)}.wav`)).status).toBe(404);
  } finally {
    await silent.close();
  }
});
