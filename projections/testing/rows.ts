import type pg from 'pg';
import { openPool } from '../../database/pool.ts';
import type { RecordedEvent } from '../../event-store/log.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import type { Projection } from '../projection.ts';
import { prepareReadModels } from '../runner/builds/builds.ts';
import { physicalTable } from '../runner/builds/tables.ts';
import { copy } from '../runner/rebuild/copy.ts';
import { openSession } from '../runner/session.ts';

export type Batches = readonly (readonly RecordedEvent[])[];

/** The rows of a projection's views as JSON, in a stable order. @param client its time zone is UTC */
export async function shownRows(
  client: pg.ClientBase | pg.Pool,
  { tables }: Projection,
): Promise<Record<string, readonly unknown[]>> {
  const shown = tables.map(
    ({ name, key }) =>
      `(select coalesce(json_agg(shown order by ${key.join(', ')}), '[]') from read_models.${name} as shown) as ${name}`,
  );
  const { rows } = await client.query<Record<string, readonly unknown[]>>(`select ${shown.join(', ')}`);
  return rows[0] ?? {};
}

/** A database whose read models are emptied after each use. */
export async function emptyReadModels(projections: readonly Projection[]) {
  const { url, drop } = await testDatabase({ keep: true });
  const pool = openPool({ connectionString: url, max: 1 });
  await prepareReadModels(pool, projections);
  await pool.end();
  const copying = await openSession(url, 'spec', () => {}, 'to copy');
  const applying = await openSession(url, 'spec');
  // No timeouts: the machine may be busy.
  for (const { client } of [copying, applying])
    await client.query(
      `set timezone = 'UTC'; set idle_session_timeout = 0; set idle_in_transaction_session_timeout = 0`,
    );

  const wanted = (projection: Projection, batches: Batches) =>
    batches
      .map(batch => batch.filter(({ type }) => projection.events.has(type)))
      .filter(batch => batch.length > 0);
  const table = (projection: Projection) => (name: string) => physicalTable(name, projection.version, 1);

  return {
    /** Rows after applying batches one after the other. Waits for no reply before the last: there are thousands. */
    async applied(projection: Projection, batches: Batches) {
      const { client } = applying;
      const sent: Promise<unknown>[] = [client.query('begin')];
      try {
        for (const batch of wanted(projection, batches))
          await projection.apply(batch, {
            read: async (text, values) => (await client.query(text, [...values])).rows,
            write: (text, values) => sent.push(applying.prepared(text, values)),
            table: table(projection),
          });
        const [shown] = await Promise.all([shownRows(client, projection), ...sent]);
        return shown;
      } finally {
        await Promise.allSettled(sent);
        await client.query('rollback');
      }
    },
    /** Rows after a fast rebuild. */
    async copied(projection: Projection, batches: Batches) {
      const { client } = copying;
      await client.query('begin');
      try {
        const fold = projection.fold?.();
        if (!fold) throw new Error(`${projection.name} cannot be folded`);
        for (const batch of wanted(projection, batches)) fold.add(batch);
        for (const [name, pieces] of Object.entries(fold.copies()))
          await copy(copying, table(projection)(name), pieces, 'an old table', new AbortController().signal);
        return await shownRows(client, projection);
      } finally {
        await client.query('rollback');
      }
    },
    async close() {
      await Promise.all([copying.close(), applying.close()]);
      await drop();
    },
  };
}

/** Splits events into batches of these sizes, and the rest as one. */
export function cut(events: readonly RecordedEvent[], sizes: readonly number[]): Batches {
  const batches: (readonly RecordedEvent[])[] = [];
  let from = 0;
  for (const size of [...sizes, events.length]) {
    if (from >= events.length) break;
    batches.push(events.slice(from, from + size));
    from += size;
  }
  return batches;
}

/** An event before it is appended. */
export interface TestEvent {
  readonly stream: string;
  readonly type: string;
  readonly data: object;
  readonly at: string;
}

/** Events as the log returns them. */
export function recorded(events: readonly TestEvent[]): readonly RecordedEvent[] {
  const revisions = new Map<string, number>();
  return events.map(({ stream, type, data, at }, index) => {
    const revision = revisions.get(stream) ?? 0;
    revisions.set(stream, revision + 1);
    return {
      id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
      stream,
      revision,
      position: String(index + 1).padStart(19, '0'),
      type,
      data: data as Record<string, unknown>,
      metadata: { commandId: `c${index % 6}`, actor: 'a', at, schema: 1 },
      bytes: JSON.stringify(data).length,
    };
  });
}
