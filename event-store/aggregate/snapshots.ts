import type pg from 'pg';
import { underSchemaLock } from '../postgres/schema.ts';

/** An aggregate's state at a revision. */
export interface Snapshot {
  readonly revision: number;
  /** Id of the event at `revision`. When the stream has another event there, its history was replaced. */
  readonly newest: string;
  /** JSON. */
  readonly state: unknown;
  /** The last commands, as `KnownCommands.serialized` returns them. */
  readonly commands: string;
}

/** Stores the newest snapshot of each stream and aggregate version. Losing one only costs time. */
export interface Snapshots {
  load(stream: string, version: number): Promise<Snapshot | undefined>;
  save(stream: string, version: number, snapshot: Snapshot): Promise<void>;
}

const table = `
create schema if not exists event_log;
create table if not exists event_log.snapshots (
  stream text collate "C" not null,
  version integer not null,
  revision integer not null,
  newest uuid not null,
  state json not null,
  commands text not null,
  taken_at timestamptz not null default now(),
  primary key (stream, version)
);
`;

/** Snapshots in the table `event_log.snapshots`, created when missing, also when the log itself is in EventStoreDB. */
export async function postgresSnapshots(pool: pg.Pool): Promise<Snapshots> {
  const client = await pool.connect();
  try {
    await underSchemaLock(client, [table]);
  } finally {
    client.release();
  }

  return {
    async load(stream, version) {
      const { rows } = await pool.query<Snapshot>({
        name: 'load snapshot',
        text: `select revision, newest, state, commands from event_log.snapshots
          where stream = $1 and version = $2`,
        values: [stream, version],
      });
      return rows[0];
    },
    async save(stream, version, { revision, newest, state, commands }) {
      await pool.query({
        name: 'save snapshot',
        text: `with outdated as (delete from event_log.snapshots where stream = $1 and version < $2)
          insert into event_log.snapshots (stream, version, revision, newest, state, commands)
          values ($1, $2, $3, $4, $5, $6)
          on conflict (stream, version) do update set revision = excluded.revision, newest = excluded.newest,
            state = excluded.state, commands = excluded.commands, taken_at = now()`,
        values: [stream, version, revision, newest, JSON.stringify(state), commands],
      });
    },
  };
}
