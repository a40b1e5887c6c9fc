import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { NOTHING_CHANGED } from '../../event-store/aggregate/aggregate.ts';
import type { Log, RecordedEvent } from '../../event-store/log.ts';
import { pagesOf } from '../../event-store/pages.ts';
import type { Projection } from '../../projections/projection.ts';
import type { Acknowledged } from '../../simulation/writers.ts';

/** Everything the log holds, in order. */
export async function wholeLog(log: Log): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pagesOf(log)) events.push(...page);
  return events;
}

/** Acknowledged commands whose events are not in the log, whole, in order and once. */
export function missingAcknowledged(
  events: readonly RecordedEvent[],
  acknowledged: readonly Acknowledged[],
): readonly string[] {
  const stored = new Map<string, RecordedEvent[]>();
  for (const event of events) {
    const key = `${event.stream} ${event.metadata.commandId}`;
    const known = stored.get(key);
    if (known) known.push(event);
    else stored.set(key, [event]);
  }
  const facts = (of: readonly { readonly type: string; readonly data: unknown }[]) =>
    JSON.stringify(of.map(({ type, data }) => [type, data]));
  return acknowledged
    .filter(({ stream, commandId, events: told }) => {
      const found = stored.get(`${stream} ${commandId}`) ?? [];
      return facts(found) !== facts(told.length > 0 ? told : [{ type: NOTHING_CHANGED, data: {} }]);
    })
    .map(({ stream, commandId }) => `${stream}: command ${commandId}`);
}

/** Rows in which a read model differs from a fold of the log from its beginning, in either direction, per table. */
export async function differences(
  pool: pg.Pool,
  projection: Projection,
  events: readonly RecordedEvent[],
): Promise<Readonly<Record<string, number>>> {
  const fold = projection.fold?.();
  if (!fold) throw new Error(`${projection.name} cannot be folded`);
  fold.add(events.filter(({ type }) => projection.events.has(type)));
  const copies = fold.copies();
  const found: Record<string, number> = {};
  const client = await pool.connect();
  try {
    for (const { name, columns } of projection.tables) {
      const declared = Object.entries(columns).map(column => column.join(' '));
      await client.query(`create temp table fresh (${declared.join(', ')})`);
      await pipeline(Readable.from(copies[name] ?? []), client.query(copyFrom('copy fresh from stdin')));
      const { rows } = await client.query<{ count: number }>(
        `with shown as (select ${Object.keys(columns).join(', ')} from read_models.${name})
         select count(*)::int as count from (
           (select * from fresh except all select * from shown)
           union all (select * from shown except all select * from fresh)
         ) differing`,
      );
      found[name] = rows[0]?.count ?? Number.NaN;
      await client.query('drop table fresh');
    }
  } finally {
    // A table that is left by a failure goes with its connection.
    client.release(true);
  }
  return found;
}
