import { type Log, type RecordedEvent, Unavailable } from './log.ts';

type Data = Readonly<Record<string, unknown>>;

/** The part of an event that an upcaster sees and may change. */
export interface Shape {
  readonly type: string;
  readonly schema: number;
  readonly data: Data;
}

/**
 * Functions that convert old shapes of events to the current one, by stored type: the first converts schema 1 to the next
 * shape, the second schema 2, and so on. The next shape may have another type. A type that never changed has no entry.
 * The current schema of a type is 1 + the number of its upcasters.
 */
export type Upcasters = Readonly<Record<string, readonly ((old: Data) => Shape)[]>>;

/** A log that returns events in their current shape. Aggregates and projections accept only this type. */
export interface UpcastingLog extends Log {
  /** The schema with which new events of a type are written. */
  currentSchema(type: string): number;
}

/** @throws UnknownSchema for an event that a newer version of the product wrote */
export function upcast(upcasters: Upcasters, event: RecordedEvent): RecordedEvent {
  if (event.metadata.schema === currentSchema(upcasters, event.type)) return event;
  let shape: Shape = { type: event.type, schema: event.metadata.schema, data: event.data };
  while (shape.schema !== currentSchema(upcasters, shape.type)) {
    const upcaster = upcasters[shape.type]?.[shape.schema - 1];
    if (!upcaster) throw new UnknownSchema(event, currentSchema(upcasters, shape.type));
    shape = upcaster(shape.data);
  }
  const { type, schema, data } = shape;
  return { ...event, type, data, metadata: { ...event.metadata, schema } };
}

/**
 * Wraps a log so that every event is read in its current shape. Copies, moves and backups use the unwrapped log.
 */
export function upcastingLog(log: Log, upcasters: Upcasters): UpcastingLog {
  const upcastEvent = (event: RecordedEvent) => upcast(upcasters, event);
  return {
    ...log,
    currentSchema: type => currentSchema(upcasters, type),
    readStream: async (stream, page) => (await log.readStream(stream, page)).map(upcastEvent),
    readAll: async page => (await log.readAll(page)).map(upcastEvent),
    async *subscribe(from, signal) {
      for await (const batch of log.subscribe(from, signal)) yield batch.map(upcastEvent);
    },
  };
}

function currentSchema(upcasters: Upcasters, type: string): number {
  return 1 + (upcasters[type]?.length ?? 0);
}

/** A newer version wrote the event with a schema that this version does not know. Its stream cannot be used until an upgrade. */
export class UnknownSchema extends Unavailable {
  constructor({ type, stream, revision, metadata }: RecordedEvent, present: number) {
    super(
      `${type} at ${stream}@${revision} has schema ${metadata.schema}; ${present} is the newest known here`,
    );
  }
}
