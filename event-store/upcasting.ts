import { type Log, type RecordedEvent, Unavailable } from './log.ts';

type Data = Readonly<Record<string, unknown>>;

/** What is stored of an event, as far as lifting is concerned. */
export interface Shape {
  readonly type: string;
  readonly schema: number;
  readonly data: Data;
}

/**
 * How old shapes of events become the present one, by the type they were stored under: the first lift takes schema 1 to
 * the next shape, the second schema 2, and so on. The next shape may be one of another type. A type that never changed
 * has no entry. The present schema of a type is 1 + the number of its lifts.
 */
export type Lifts = Readonly<Record<string, readonly ((old: Data) => Shape)[]>>;

/** A log whose events are read in their present shape. Aggregates and projections take no other. */
export interface LiftedLog extends Log {
  /** The schema in which events of a type are written today. */
  presentSchema(type: string): number;
}

/** @throws UnknownSchema for an event that a newer version of the product wrote */
export function lifted(lifts: Lifts, event: RecordedEvent): RecordedEvent {
  if (event.metadata.schema === presentSchema(lifts, event.type)) return event;
  let shape: Shape = { type: event.type, schema: event.metadata.schema, data: event.data };
  while (shape.schema !== presentSchema(lifts, shape.type)) {
    const lift = lifts[shape.type]?.[shape.schema - 1];
    if (!lift) throw new UnknownSchema(event, presentSchema(lifts, shape.type));
    shape = lift(shape.data);
  }
  const { type, schema, data } = shape;
  return { ...event, type, data, metadata: { ...event.metadata, schema } };
}

/**
 * The same log, every event that is read from it in its present shape. Opened once, where the log is opened: what copies
 * or backs up a log keeps the raw one.
 */
export function liftedLog(log: Log, lifts: Lifts): LiftedLog {
  const lift = (event: RecordedEvent) => lifted(lifts, event);
  return {
    ...log,
    presentSchema: type => presentSchema(lifts, type),
    readStream: async (stream, page) => (await log.readStream(stream, page)).map(lift),
    readAll: async page => (await log.readAll(page)).map(lift),
    async *subscribe(from, signal) {
      for await (const batch of log.subscribe(from, signal)) yield batch.map(lift);
    },
  };
}

function presentSchema(lifts: Lifts, type: string): number {
  return 1 + (lifts[type]?.length ?? 0);
}

/** This version of the product does not know the event's shape: nothing can be done on its stream until it is replaced. */
export class UnknownSchema extends Unavailable {
  constructor({ type, stream, revision, metadata }: RecordedEvent, present: number) {
    super(
      `${type} at ${stream}@${revision} has schema ${metadata.schema}; ${present} is the newest known here`,
    );
  }
}
