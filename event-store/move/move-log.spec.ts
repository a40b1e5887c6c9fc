import { readFileSync } from 'node:fs';
import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../tooling/testing/database.ts';
import type { Log, NewEvent } from '../log.ts';
import { postgresLog } from '../postgres/postgres-log.ts';
import { type CheckpointStore, type MoveCheckpoint, MoveRefused, moveLog } from './move-log.ts';

const event = (id: number, data: Record<string, unknown> = { n: id }): NewEvent => ({
  id: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  type: 'Counted',
  data,
  metadata: { commandId: 'c', actor: 'a', at: '2026-11-21T10:00:00.000Z', schema: 1 },
});

async function openLog(): Promise<Log> {
  const { url } = await testDatabase();
  return postgresLog({ url });
}

async function filled(streams: number, events: number): Promise<Log> {
  const log = await openLog();
  for (let n = 0; n < streams * events; n += streams)
    await Promise.all(
      Array.from({ length: streams }, (_, s) =>
        log.append(`count-${s}`, n === 0 ? 'none' : n / streams - 1, [event(n + s, { ünï: '→', n })]),
      ),
    );
  return log;
}

function remembered(): CheckpointStore & { kept: MoveCheckpoint | undefined } {
  return {
    kept: undefined,
    async load() {
      return this.kept;
    },
    async save(checkpoint) {
      this.kept = checkpoint;
    },
  };
}

test('a move copies every event with id, revision and content, and verifies it', async () => {
  const [source, target] = [await filled(7, 30), await openLog()];
  const result = await moveLog(source, target, remembered(), () => {});
  expect(result.events).toBe(210);
  const strip = (events: readonly { position: string }[]) => events.map(({ position: _, ...rest }) => rest);
  for (let s = 0; s < 7; s++)
    expect(strip(await target.readStream(`count-${s}`))).toEqual(
      strip(await source.readStream(`count-${s}`)),
    );
  expect(await target.id()).not.toBe(await source.id());
  await Promise.all([source.close(), target.close()]);
});

test('a log of old and new events, moved there and back, is equal byte for byte: nothing is upcast', async () => {
  const urls = await Promise.all([1, 2, 3].map(async () => (await testDatabase()).url));
  const logs = await Promise.all(urls.map(url => postgresLog({ url })));
  const [here, there, back] = logs;
  if (!here || !there || !back) throw new Error('three logs');
  const told = ['schema-1', 'one-event-per-act'].flatMap(name => {
    const file = new URL(`../../projections/fixtures/${name}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, 'utf8')) as {
      stream: string;
      type: string;
      data: NewEvent['data'];
    }[];
  });
  const revisions = new Map<string, number>();
  for (const [index, { stream, type, data }] of told.entries()) {
    const revision = revisions.get(stream);
    await here.append(stream, revision ?? 'none', [{ ...event(index, data), type }]);
    revisions.set(stream, (revision ?? -1) + 1);
  }
  const moved = await moveLog(here, there, remembered(), () => {});
  expect(await moveLog(there, back, remembered(), () => {})).toEqual(moved);
  const stored = await Promise.all(
    urls.map(async url => {
      const client = new pg.Client(url);
      client.on('error', () => {});
      await client.connect();
      const { rows } = await client.query(
        `select stream, revision, id, type, data::text, metadata::text from event_log.events order by stream, revision`,
      );
      await client.end();
      return rows;
    }),
  );
  expect(stored[0]).toHaveLength(told.length);
  expect(new Set(stored[0]?.map(({ type }) => type))).toContain('QuestionAnswered');
  expect(stored[1]).toEqual(stored[0]);
  expect(stored[2]).toEqual(stored[0]);
  await Promise.all(logs.map(log => log.close()));
});

test('a move that was stopped after any page, with or without a saved checkpoint, resumes with the same result', async () => {
  const [source, target] = [await filled(40, 60), await openLog()];
  const checkpoints = remembered();
  const stop = new AbortController();
  await expect(moveLog(source, target, checkpoints, () => stop.abort(), stop.signal)).rejects.toThrow(
    'abort',
  );
  expect(checkpoints.kept?.moved).toBe(1000);
  // The page was appended, but the process died before it saved the checkpoint.
  if (checkpoints.kept) checkpoints.kept = { ...checkpoints.kept, position: '', moved: 0 };
  const result = await moveLog(source, target, checkpoints, () => {});
  expect(result.events).toBe(2400);
  await Promise.all([source.close(), target.close()]);
});

test('a stopped move resumes after the source has grown', async () => {
  const [source, target] = [await filled(1, 30), await openLog()];
  const checkpoints = remembered();
  await moveLog(source, target, checkpoints, () => {});
  // Killed after the append of its only page; that page is longer now.
  if (checkpoints.kept) checkpoints.kept = { ...checkpoints.kept, position: '', moved: 0 };
  await source.append('count-0', 29, [event(1_000), event(1_001)]);
  expect((await moveLog(source, target, checkpoints, () => {})).events).toBe(32);
  await Promise.all([source.close(), target.close()]);
});

test('large events are grouped up to the largest append', async () => {
  const [source, target] = [await openLog(), await openLog()];
  const text = 'ñ'.repeat(15_000);
  for (let n = 0; n < 90; n += 30)
    await source.append(
      'large-1',
      n === 0 ? 'none' : n - 1,
      Array.from({ length: 30 }, (_, index) => event(n + index, { text })),
    );
  expect((await moveLog(source, target, remembered(), () => {})).events).toBe(90);
  await Promise.all([source.close(), target.close()]);
});

test('foreign events in the target are detected and named', async () => {
  const [source, target] = [await filled(2, 600), await openLog()];
  const strange = () => void target.append('count-0', 499, [event(9_999)]);
  await expect(moveLog(source, target, remembered(), strange)).rejects.toThrow(
    'the target log holds other events than the source in stream count-0',
  );
  await Promise.all([source.close(), target.close()]);
});

test('a target with other events, or the source itself, is refused', async () => {
  const [source, target] = [await filled(1, 2), await filled(1, 1)];
  await expect(moveLog(source, target, remembered(), () => {})).rejects.toThrow(MoveRefused);
  await expect(moveLog(source, source, remembered(), () => {})).rejects.toThrow('same log');
  await Promise.all([source.close(), target.close()]);
});
