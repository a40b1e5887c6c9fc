import type { Log, RecordedEvent } from './log.ts';

type Data = Readonly<Record<string, unknown>>;

/**
 * How old shapes of events become the present one, by event type: the first lift takes schema 1 to 2, the next 2 to 3,
 * and so on. A type that never changed has no entry. The present schema of a type is 1 + the number of its lifts.
 */
export type Lifts = Readonly<Record<string, readonly ((old: Data) => Data)[]>>;

export function presentSchema(lifts: Lifts, type: string): number {
  return 1 + (lifts[type]?.length ?? 0);
}

/** @throws UnknownSchema for an event that a newer version of the product wrote */
export function lifted(lifts: Lifts, event: RecordedEvent): RecordedEvent {
  const present = presentSchema(lifts, event.type);
  const { schema } = event.metadata;
  if (schema === present) return event;
  if (!(Number.isInteger(schema) && schema >= 1 && schema < present)) throw new UnknownSchema(event, present);
  const steps = lifts[event.type]?.slice(schema - 1) ?? [];
  const data = steps.reduce((old, lift) => lift(old), event.data);
  return { ...event, data, metadata: { ...event.metadata, schema: present } };
}

/** The same log, every event that is read from it in its present shape. */
export function liftedLog(log: Log, lifts: Lifts): Log {
  const lift = (event: RecordedEvent) => lifted(lifts, event);
  return {
    ...log,
    readStream: async (stream, page) => (await log.readStream(stream, page)).map(lift),
    readAll: async page => (await log.readAll(page)).map(lift),
    async *subscribe(from, signal) {
      for await (const batch of log.subscribe(from, signal)) yield batch.map(lift);
    },
  };
}

/** This version of the product does not know the event's shape. */
export class UnknownSchema extends Error {
  override readonly name = 'UnknownSchema';
  constructor({ type, stream, revision, metadata }: RecordedEvent, present: number) {
    super(
      `${type} at ${stream}@${revision} has schema ${metadata.schema}; ${present} is the newest known here`,
    );
  }
}
