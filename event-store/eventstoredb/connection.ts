import { type Line, openLine } from './line.ts';

/**
 * Appends and reads have a client each: what is wrong with one kind of call is no reason to end the other. There is one
 * client that appends, never two: in the library all share their pending appends, and the end of one would end those
 * of the other.
 */
export interface Connection {
  readonly appends: Line;
  readonly reads: Line;
  close(): Promise<void>;
}

/** @param url `esdb://host:port?tls=false` */
export function openConnection(url: string): Connection {
  const appends = openLine(url, 'at once');
  const reads = openLine(url, 'when idle');
  return {
    appends,
    reads,
    async close() {
      await Promise.all([appends.close(), reads.close()]);
    },
  };
}
