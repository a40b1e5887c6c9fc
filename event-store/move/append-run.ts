import {
  type Log,
  MAX_BYTES_PER_APPEND,
  type NewEvent,
  type RecordedEvent,
  WrongExpectedRevision,
} from '../log.ts';

/** Events of one append of a move, at most. */
const EVENTS_PER_RUN = 100;

/** Cuts a stream's events into appends: none holds more than 100 events, or more bytes than an append may. */
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
 * Appends a run at its own revisions. Where a move that was stopped had cut the stream otherwise, a part of it may stand
 * there already: then the rest.
 * @returns false when the target holds other events there
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
