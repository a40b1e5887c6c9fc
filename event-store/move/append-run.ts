import {
  type Log,
  MAX_BYTES_PER_APPEND,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../log.ts';

/** Largest append of a move, in events. */
const EVENTS_PER_RUN = 100;

/** Splits a stream's events into appends of at most 100 events and at most the bytes of one append. */
export function* runsOf(events: readonly RecordedEvent[]): Generator<readonly RecordedEvent[]> {
  let run: RecordedEvent[] = [];
  let bytes = 0;
  for (const event of events) {
    const size =
      Buffer.byteLength(JSON.stringify(event.data)) + Buffer.byteLength(JSON.stringify(event.metadata));
    if (run.length === EVENTS_PER_RUN || (run.length > 0 && bytes + size > MAX_BYTES_PER_APPEND)) {
      yield run;
      run = [];
      bytes = 0;
    }
    run.push(event);
    bytes += size;
  }
  if (run.length > 0) yield run;
}

/**
 * Appends a run at its own revisions. An interrupted move may have appended a part of the run already, because it split
 * the stream differently: then only the rest is appended.
 * @returns false when the target has other events at these revisions
 */
export async function appendRun(target: Log, run: readonly RecordedEvent[]): Promise<boolean> {
  const [first] = run;
  if (!first) return true;
  const { stream, revision } = first;
  try {
    await target.append(stream, revision === 0 ? 'none' : revision - 1, run.map(asNew));
    return true;
  } catch (error) {
    if (!(error instanceof WrongExpectedRevision)) throw error;
    const there = await target.readStream(stream, { after: revision - 1, limit: run.length });
    const ours = there.length > 0 && there.every(({ id }, index) => id === run[index]?.id);
    return ours && appendRun(target, run.slice(there.length));
  }
}

function asNew({ id, type, data, metadata }: RecordedEvent): NewEvent {
  return { id, type, data, metadata };
}
