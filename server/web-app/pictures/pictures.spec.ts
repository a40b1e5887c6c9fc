import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bands } from '../../../domain/vocabulary/bands.ts';
import { listen } from '../../http/listen.ts';
import { freePort } from '../../postgres/port.ts';
import { loadFiles } from '../files.ts';
import { webFiles } from '../serve.ts';
import { writePictures } from './pictures.ts';

/** The pictures of spec 7 as a browser gets them. */

const own = Buffer.from('an operator’s own badge');
let address = '';
let stop = async () => {};

beforeAll(async () => {
  const directory = await mkdtemp(join(tmpdir(), 'camino-pictures-'));
  await mkdir(join(directory, 'badges'));
  await writeFile(join(directory, 'badges/A0-1.png'), own);
  await writePictures(directory);
  const port = await freePort();
  const server = await listen(express().use(webFiles(await loadFiles(directory))), {
    host: 'localhost',
    port,
  });
  address = `http://localhost:${port}`;
  stop = async () => {
    await server.drain(1000);
    await rm(directory, { recursive: true });
  };
});
afterAll(() => stop());

async function picture(path: string) {
  const reply = await fetch(address + path);
  const bytes = Buffer.from(await reply.arrayBuffer());
  return { status: reply.status, type: reply.headers.get('Content-Type'), bytes };
}

const chapters = [
  ['Platero y Yo', 1],
  ['Platero y Yo', 2],
  ['Don Quixote', 1],
  ['Don Quixote', 2],
  ['Don Quixote', 3],
] as const;

const coverOf = (title: string, chapter: number) =>
  `/img/lesson-covers/${encodeURIComponent(title)}/chapter${chapter}.jpeg`;

test.each(chapters)(
  'the cover of %s, chapter %i, is sharp at twice its size, and light',
  async (title, chapter) => {
    const { status, type, bytes } = await picture(coverOf(title, chapter));
    expect([status, type]).toEqual([200, 'image/jpeg']);
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1280, 720]);
    expect(bytes.length).toBeLessThan(64_000);
  },
);

test('every chapter has its own scene', async () => {
  const covers = await Promise.all(chapters.map(([title, chapter]) => picture(coverOf(title, chapter))));
  expect(new Set(covers.map(({ bytes }) => bytes.toString('base64'))).size).toBe(chapters.length);
});

test('there is a blank cover for a chapter without one', async () => {
  expect((await picture(coverOf('Don Quixote', 99))).status).not.toBe(200);
  const { status, type, bytes } = await picture('/img/lesson-covers/blank.png');
  expect([status, type]).toEqual([200, 'image/png']);
  const { channels } = await sharp(bytes).stats();
  expect(channels.every(({ min, max }) => min === max)).toBe(true);
});

test('the flag', async () => {
  const { status, type, bytes } = await picture('/img/flags/Spanish.png');
  expect([status, type]).toEqual([200, 'image/png']);
  expect((await sharp(bytes).metadata()).width).toBe(144);
});

test.each(['A0.0', ...bands.map(({ name }) => name).filter(name => name !== 'A0.1')])(
  'the badge of %s',
  async name => {
    const [group, digit] = name.split('.');
    const { status, type, bytes } = await picture(
      digit ? `/badges/${group}-${digit}.png` : `/badges/${group}.png`,
    );
    expect([status, type]).toEqual([200, 'image/png']);
    expect((await sharp(bytes).metadata()).width).toBe(240);
    expect(bytes.length).toBeLessThan(16_000);
  },
);

test('every icon of the manifest is there in the size it says; a maskable one covers its corners', async () => {
  const manifest = JSON.parse(
    await readFile(join(import.meta.dirname, '../../../web/public/manifest.webmanifest'), 'utf8'),
  );
  expect(manifest).toMatchObject({ display: 'standalone', start_url: '/library', scope: '/' });
  const drawn = manifest.icons.filter(({ type }: { type: string }) => type === 'image/png');
  const sizes = drawn.map(({ sizes, purpose }: { sizes: string; purpose?: string }) => `${sizes} ${purpose}`);
  expect(sizes.toSorted()).toEqual([
    '192x192 maskable',
    '192x192 undefined',
    '512x512 maskable',
    '512x512 undefined',
  ]);
  for (const { src, sizes, purpose } of drawn) {
    const { status, type, bytes } = await picture(src);
    expect([status, type]).toEqual([200, 'image/png']);
    const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(`${info.width}x${info.height}`).toBe(sizes);
    expect(data[3]).toBe(purpose === 'maskable' ? 255 : 0);
  }
  expect((await picture('/icons/touch-180.png')).status).toBe(200);
});

test('a picture that an operator put there stays', async () => {
  expect((await picture('/badges/A0-1.png')).bytes).toEqual(own);
});
