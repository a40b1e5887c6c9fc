import type pg from 'pg';
import { Ambiguous } from '../log.ts';
import type { SerializedEvent } from '../serialize.ts';
import { appendFailure, connect, refusesTheData } from './connection.ts';
import type { Groupable } from './group-commit.ts';

/** An append as the SQL function takes it; `expected` is -1 for a stream that must not exist. */
export interface Append extends Groupable {
  readonly expected: number;
  /** Id that the event at `expected` must have; undefined: any. */
  readonly newest: string | undefined;
  readonly events: readonly SerializedEvent[];
}

/** `revision` is the stream's newest; `position` is that of the append's last event, when it was stored. */
export type Verdict =
  | { readonly stored: true; readonly revision: number; readonly position: string }
  | { readonly stored: false; readonly revision: number };

type Outcome = PromiseSettledResult<Verdict>;

/** The single connection for appends. After it broke, the next append reconnects. */
export interface Appender {
  /** @param appends at most one per stream @returns an outcome per append @throws Unavailable or Ambiguous for all of them */
  send(appends: readonly Append[]): Promise<readonly Outcome[]>;
  close(): Promise<void>;
}

export function appender(options: pg.ClientConfig): Appender {
  let connection: pg.Client | undefined;

  async function connected(): Promise<pg.Client> {
    if (connection) return connection;
    const client = await connect(options);
    const drop = () => {
      if (connection === client) connection = undefined;
    };
    client.on('error', drop).on('end', drop);
    connection = client;
    return client;
  }

  /** A connection that lost a reply is not reused: its next reply could belong to the lost request. */
  async function drop(): Promise<void> {
    const client = connection;
    connection = undefined;
    await client?.end().catch(() => {});
  }

  async function send(appends: readonly Append[]): Promise<readonly Outcome[]> {
    const client = await connected();
    try {
      return (await verdicts(client, appends)).map(value => ({ status: 'fulfilled', value }));
    } catch (error) {
      // One append that the server rejects must not fail the others of its group: send each one alone.
      if (refusesTheData(error) && appends.length > 1) return oneByOne(appends);
      const failure = appendFailure(error);
      if (failure instanceof Ambiguous) void drop();
      throw failure;
    }
  }

  async function oneByOne(appends: readonly Append[]): Promise<readonly Outcome[]> {
    const outcomes: Outcome[] = [];
    for (const append of appends)
      outcomes.push(...(await send([append]).catch(reason => [{ status: 'rejected' as const, reason }])));
    return outcomes;
  }

  return { send, close: drop };
}

async function verdicts(client: pg.Client, appends: readonly Append[]): Promise<readonly Verdict[]> {
  const [only] = appends;
  const lone = appends.length === 1 && only ? await appendedAlone(client, only) : undefined;
  return lone ? [lone] : appendedAsGroup(client, appends);
}

/** Takes the next position if the condition holds, and inserts one event there. */
const appendOne = (condition: string) => `
  with head as (
    update event_log.head set position = position + 1 where ${condition} returning position
  )
  insert into event_log.events (position, stream, revision, id, type, data, metadata)
  select position, $1, $2 + 1, $3, $4, $5, $6 from head
  returning position, pg_notify('event_log', '')`;

/** For a new stream the unique key detects a conflict. */
const appendFirst = appendOne('true');
const appendNext = appendOne(
  'exists (select from event_log.events e where e.stream = $1 and e.revision = $2 and e.id = coalesce($7::uuid, e.id))',
);

/**
 * Appends a single event with one plain statement, which is faster than the group's function. Undefined when it was not
 * stored: the group's function then finds out why.
 */
async function appendedAlone(client: pg.Client, append: Append): Promise<Verdict | undefined> {
  const [event, another] = append.events;
  if (!event || another) return undefined;
  const isFirst = append.expected === -1;
  const values = [append.stream, append.expected, event.id, event.type, event.data, event.metadata];
  const { rows } = await client
    .query<{ position: string }>({
      name: isFirst ? 'append first' : 'append next',
      text: isFirst ? appendFirst : appendNext,
      values: isFirst ? values : [...values, append.newest],
    })
    .catch(error => {
      // Unique violation: the revision is taken, and the statement was rolled back.
      if (error?.code === '23505') return { rows: [] };
      throw error;
    });
  const [row] = rows;
  return row && { stored: true, revision: append.expected + 1, position: row.position };
}

async function appendedAsGroup(client: pg.Client, appends: readonly Append[]): Promise<readonly Verdict[]> {
  const events = appends.flatMap((append, index) =>
    append.events.map((event, place) => ({ ...event, append: index + 1, step: place + 1 })),
  );
  const { rows } = await client.query<{ stored: boolean[]; revisions: number[]; positions: string[] }>({
    name: 'append group',
    text: 'select * from event_log.append_group($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    values: [
      appends.map(append => append.stream),
      appends.map(append => append.expected),
      appends.map(append => append.newest ?? null),
      appends.map(append => append.events.length),
      events.map(event => event.append),
      events.map(event => event.step),
      events.map(event => event.id),
      events.map(event => event.type),
      events.map(event => event.data),
      events.map(event => event.metadata),
    ],
  });
  const [row] = rows;
  return appends.map((_, index): Verdict => {
    const revision = row?.revisions[index];
    const position = row?.positions[index];
    if (row === undefined || revision === undefined || position === undefined)
      throw new Error('the group came back short');
    return row.stored[index] ? { stored: true, revision, position } : { stored: false, revision };
  });
}
