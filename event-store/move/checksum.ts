import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../log.ts';

/** Count and fingerprint of a set of events; equal for two logs with the same events in the same streams. */
export interface Checksum {
  readonly events: number;
  /** 64 hex digits. */
  readonly fingerprint: string;
}

const modulus = 1n << 256n;

/**
 * Adds events one page at a time. Each event's hash covers its stream, revision, id, type, data and metadata. The hashes
 * are summed, because the order of events of different streams may differ between two logs.
 */
export function checksum() {
  let events = 0;
  let sum = 0n;
  return {
    add(page: readonly RecordedEvent[]): void {
      for (const event of page) sum = (sum + hash(event)) % modulus;
      events += page.length;
    },
    result: (): Checksum => ({ events, fingerprint: sum.toString(16).padStart(64, '0') }),
  };
}

function hash({ stream, revision, id, type, data, metadata }: RecordedEvent): bigint {
  const text = JSON.stringify([stream, revision, id, type, sorted(data), sorted(metadata)]);
  return BigInt(`0x${createHash('sha256').update(text).digest('hex')}`);
}

/** Sorts keys, because two logs may return an object's keys in different order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
