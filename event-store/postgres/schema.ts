import type pg from 'pg';

/**
 * `json`, not `jsonb`: what was written is returned byte for byte, `\u0000` included. Names compare byte by byte
 * (`"C"`). No index on the event id: a repeated append is recognised at its expected place in the stream.
 */
const tables = `
create schema if not exists event_log;

create table if not exists event_log.events (
  position bigint primary key,
  stream text collate "C" not null,
  revision integer not null,
  id uuid not null,
  type text not null,
  data json not null,
  metadata json not null,
  unique (stream, revision)
);

-- One row. Whoever appends holds its lock until the commit is visible: positions have no gaps and appear in order.
create table if not exists event_log.head (
  position bigint not null,
  log_id uuid not null,
  only_row boolean primary key default true check (only_row)
) with (fillfactor = 10);

insert into event_log.head (position, log_id) values (0, gen_random_uuid()) on conflict do nothing;
`;

/**
 * Stores a group of appends, each to a different stream, in one transaction. A conflict does not affect the other appends.
 * `newest` is the id that the event at the expected revision must have, null for any. `append` and `step` are each event's
 * append and its index in that append, both from 1.
 * Returns per append: whether it was stored, the stream's revision now (-1: no such stream) and the last position.
 */
const appendGroup = `
create or replace function event_log.append_group(
  streams text[], expected integer[], newest uuid[], sizes integer[],
  appends integer[], steps integer[], ids uuid[], types text[], data text[], metadata text[],
  out stored boolean[], out revisions integer[], out positions bigint[]
) language plpgsql as $function$
declare
  before bigint;
  added bigint;
begin
  select h.position into before from event_log.head h for update;

  with asked as materialized (
    select a.stream, a.expected, a.size, a.nth, coalesce(tail.revision, -1) as actual,
      a.newest is null or a.newest = tail.id as same_past
    from unnest(streams, append_group.expected, append_group.newest, sizes) with ordinality
      as a (stream, expected, newest, size, nth)
    left join lateral (
      select e.revision, e.id from event_log.events e where e.stream = a.stream order by e.revision desc limit 1
    ) tail on true
  ), accepted as materialized (
    select a.*, before + sum(a.size) over (order by a.nth) as last from asked a where a.actual = a.expected and a.same_past
  ), inserted as (
    insert into event_log.events (position, stream, revision, id, type, data, metadata)
    select a.last - a.size + e.step, a.stream, a.expected + e.step, e.id, e.type, e.data::json, e.metadata::json
    from unnest(appends, steps, ids, types, append_group.data, append_group.metadata)
      as e (append, step, id, type, data, metadata)
    join accepted a on a.nth = e.append
  )
  select
    array_agg(y.nth is not null order by a.nth),
    array_agg(case when y.nth is null then a.actual else a.expected + a.size end order by a.nth),
    array_agg(y.last order by a.nth),
    coalesce(sum(y.size), 0)
  into stored, revisions, positions, added
  from asked a left join accepted y on y.nth = a.nth;

  if added > 0 then
    update event_log.head set position = before + added;
    perform pg_notify('event_log', '');
  end if;
end
$function$;
`;

/** An arbitrary advisory lock key: processes that prepare the schema wait for each other. */
const SCHEMA_LOCK = 7_240_116_331;

/** Creates missing tables and functions of the log. */
export async function prepareSchema(client: pg.ClientBase): Promise<void> {
  await underSchemaLock(client, [tables, appendGroup]);
}

/** Runs idempotent DDL in one transaction. Safe when several processes start at once. */
export async function underSchemaLock(client: pg.ClientBase, statements: readonly string[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [SCHEMA_LOCK]);
    for (const statement of statements) await client.query(statement);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback').catch(() => {});
    throw error;
  }
}
