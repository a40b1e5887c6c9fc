import type pg from 'pg';
import { onTestFinished } from 'vitest';
import { openPool } from '../../database/pool.ts';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import type { Log, NewEvent } from '../../event-store/log.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { type UpcastingLog, upcastingLog } from '../../event-store/upcasting.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import type { Projection } from '../projection.ts';

/** A log and a database of its own for one test. */
export async function testLog(): Promise<{ log: UpcastingLog; url: string; pool: pg.Pool }> {
  const { url } = await testDatabase();
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  const pool = openPool({ connectionString: url, max: 4 });
  onTestFinished(async () => {
    await pool.end();
    await log.close();
  });
  return { log, url, pool };
}

/** An event before it is appended. */
export interface TestEvent {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
}

let count = 0;

/** Appends events in order, each to the end of its stream. */
export async function appendEvents(log: Log, events: readonly TestEvent[]): Promise<void> {
  for (const { stream, type, data } of events) {
    const [last] = (await log.readStream(stream)).slice(-1);
    count += 1;
    const event: NewEvent = {
      id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
      type,
      data: data as Record<string, unknown>,
      metadata: {
        commandId: 'c',
        actor: 'a',
        at: new Date(Date.UTC(2026, 10, 21, 9, count % 600)).toISOString(),
        schema: 1,
      },
    };
    await log.append(stream, last?.revision ?? 'none', [event]);
  }
}

/** All rows of a projection's views, in a stable order. */
export async function rowsOf(pool: pg.Pool, projection: Projection): Promise<Record<string, unknown[]>> {
  const found: Record<string, unknown[]> = {};
  for (const { name, key } of projection.tables) {
    const { rows } = await pool.query(`select * from read_models.${name} order by ${key.join(', ')}`);
    found[name] = rows;
  }
  return found;
}

/** Polls until a condition holds. @throws Error after `seconds` */
export async function until(what: string, holds: () => Promise<boolean>, seconds = 60): Promise<void> {
  const deadline = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`not within ${seconds} s: ${what}`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
