import type pg from 'pg';
import { NOTHING_CHANGED } from '../../event-store/aggregate/aggregate.ts';
import type { Log, RecordedEvent } from '../../event-store/log.ts';
import { pagesOf } from '../../event-store/pages.ts';
import { columnsOf, unnest } from '../../projections/merge.ts';
import type { Projection, Row, Table } from '../../projections/projection.ts';
import type { Acknowledged } from '../../simulation/writers.ts';

/** Everything the log holds, in order. */
export async function wholeLog(log: Log): Promise<readonly RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const page of pagesOf(log)) events.push(...page);
  return events;
}

/** Acknowledged commands whose events are not in the log, whole, in order and once. */
export function missingFrom(
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
  const rows = fold.rows();
  const found: Record<string, number> = {};
  for (const table of projection.tables)
    found[table.name] = await differing(pool, table, [...(rows[table.name] ?? [])]);
  return found;
}

async function differing(pool: pg.Pool, table: Table, rows: readonly Row[]): Promise<number> {
  const columns = Object.keys(table.columns);
  const types = Object.values(table.columns).map(type => type.split(' ')[0] ?? type);
  const { rows: counted } = await pool.query<{ count: number }>(
    `with fresh as (select * from ${unnest(...types)} as fresh (${columns.join(', ')})),
       shown as (select ${columns.join(', ')} from read_models.${table.name})
     select count(*)::int as count from (
       (select * from fresh except all select * from shown)
       union all (select * from shown except all select * from fresh)
     ) differing`,
    columnsOf(rows, columns.length),
  );
  return counted[0]?.count ?? Number.NaN;
}
