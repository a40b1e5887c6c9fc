import { expect, test } from 'vitest';
import type { Folder } from './folder.ts';
import { createSender } from './sending.ts';

const sentence = (text: string) => JSON.stringify({ meta: { position: 1 }, wordInstances: [{ text }] });

function folder(files: Readonly<Record<string, string>>): Folder {
  return {
    name: 'chapter',
    files: Object.entries(files).map(([name, text]) => ({ name, text: async () => text })),
  };
}

/** A sender whose pauses are over at once, and noted. */
function scene(refuse: (text: string) => string | undefined = () => undefined) {
  const posted: string[] = [];
  const pauses: number[] = [];
  const sender = createSender({
    post: async ({ wordInstances }) => {
      const text = String(wordInstances[0]?.['text']);
      posted.push(text);
      const why = refuse(text);
      if (why !== undefined) throw new Error(why);
    },
    pause: async milliseconds => void pauses.push(milliseconds),
  });
  const ended = () =>
    new Promise<void>(resolve => {
      const look = () => {
        if (sender.sending()?.state === 'sending') return;
        stop();
        resolve();
      };
      const stop = sender.subscribe(look);
      look();
    });
  return { sender, posted, pauses, ended };
}

test('one call per file in order, with 500 ms plus 100 ms per index between them', async () => {
  const { sender, posted, pauses, ended } = scene();
  sender.send(folder({ 'a.json': sentence('uno'), 'b.json': sentence('dos'), 'c.json': sentence('tres') }));
  await ended();
  expect(posted).toEqual(['uno', 'dos', 'tres']);
  expect(pauses).toEqual([600, 700]);
  expect(sender.sending()).toMatchObject({ state: 'ended', sentence: 'tres' });
});

test('a file that is no JSON fails with its name, and without a call or a pause', async () => {
  const { sender, posted, pauses, ended } = scene();
  sender.send(folder({ 'a.json': '{', 'b.json': '{}', 'c.json': sentence('tres') }));
  await ended();
  expect(posted).toEqual(['tres']);
  expect(pauses).toEqual([]);
  expect(sender.sending()?.files).toEqual([
    { name: 'a.json', state: 'failed', why: 'Failed to parse JSON content of file: a.json' },
    { name: 'b.json', state: 'failed', why: 'meta and wordInstances are required' },
    { name: 'c.json', state: 'added' },
  ]);
});

test('a retry sends what failed, and never what succeeded', async () => {
  let away = true;
  const { sender, posted, ended } = scene(text =>
    away && text !== 'uno' ? 'no server response' : undefined,
  );
  sender.send(folder({ 'a.json': sentence('uno'), 'b.json': sentence('dos'), 'c.json': sentence('tres') }));
  await ended();
  away = false;
  sender.retry(2);
  await ended();
  expect(sender.sending()?.files.map(({ state }) => state)).toEqual(['added', 'failed', 'added']);
  sender.retry();
  await ended();
  expect(posted).toEqual(['uno', 'dos', 'tres', 'tres', 'dos']);
  expect(sender.sending()?.files.every(({ state }) => state === 'added')).toBe(true);
});

test('a stop lets the call under way finish and keeps the rest, which can go on', async () => {
  const { sender, posted, ended } = scene(text => {
    if (text === 'uno') sender.stop();
    return undefined;
  });
  sender.send(folder({ 'a.json': sentence('uno'), 'b.json': sentence('dos') }));
  await ended();
  expect(sender.sending()).toMatchObject({
    state: 'stopped',
    files: [{ state: 'added' }, { state: 'waiting' }],
  });
  sender.resume();
  await ended();
  expect(posted).toEqual(['uno', 'dos']);
  expect(sender.sending()?.state).toBe('ended');
});

test('another folder takes the place of the one under way', async () => {
  const { sender, posted, ended } = scene();
  sender.send(folder({ 'a.json': sentence('uno'), 'b.json': sentence('dos') }));
  sender.send(folder({ 'z.json': sentence('nuevo') }));
  await ended();
  expect(posted).toContain('nuevo');
  expect(posted).not.toContain('dos');
  expect(sender.sending()).toMatchObject({ state: 'ended', files: [{ name: 'z.json', state: 'added' }] });
});
