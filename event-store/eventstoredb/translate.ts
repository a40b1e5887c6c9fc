import type { RecordedEvent as ServerEvent, Position as ServerPosition } from '@eventstore/db-client';
import { BEGINNING, type Metadata, type Position, type RecordedEvent } from '../log.ts';

/** Its first event contains the log's id, because EventStoreDB has no id of its own. `isOurs` hides this stream. */
export const identityStream = 'camino-log-identity';

/** Both numbers are padded, so that positions compare as strings in the order of `$all`. */
export function positionFrom({ commit, prepare }: ServerPosition): Position {
  return `${String(commit).padStart(20, '0')}.${String(prepare).padStart(20, '0')}`;
}

/** @throws RangeError for a string that is not a position of this log */
export function serverPosition(position: Position): ServerPosition {
  const parts = /^(\d{20})\.(\d{20})$/.exec(position);
  if (!parts) throw new RangeError(`${position} is not a position of an EventStoreDB`);
  return { commit: BigInt(parts[1] ?? 0), prepare: BigInt(parts[2] ?? 0) };
}

export const isBeginning = (position: Position | undefined) =>
  position === undefined || position === BEGINNING;

/** Whether it is an event of the product: `$all` also contains system events, links and the log's identity. */
export function isOurs({ streamId, type }: ServerEvent): boolean {
  return !streamId.startsWith('$') && !type.startsWith('$') && streamId !== identityStream;
}

/** @throws Error for an event whose data or metadata is not an object: another program wrote it */
export function recordedEvent(event: ServerEvent): RecordedEvent {
  const { id, streamId, type, data, metadata, position } = event;
  if (!isObject(data) || !isObject(metadata))
    throw new Error(
      `${type} at ${streamId}@${event.revision} is not a JSON object with metadata: it was not written by this application`,
    );
  if (!position) throw new Error(`${type} at ${streamId}@${event.revision} came without its position`);
  return {
    id,
    stream: streamId,
    revision: revisionFrom(event.revision),
    position: positionFrom(position),
    type,
    data,
    metadata: metadata as unknown as Metadata,
    bytes: Buffer.byteLength(JSON.stringify([data, metadata])),
  };
}

/** @throws RangeError for a revision that is not a safe integer */
export function revisionFrom(revision: bigint): number {
  const number = Number(revision);
  if (!Number.isSafeInteger(number)) throw new RangeError(`revision ${revision} is too large`);
  return number;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array)
  );
}
