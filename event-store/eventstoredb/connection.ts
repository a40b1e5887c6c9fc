import { type ReconnectingClient, reconnectingClient } from './reconnecting-client.ts';

/**
 * Appends and reads use separate clients, so that a failure of one kind of call does not end the other. Only one client
 * appends: the library keeps the pending appends of all clients in one map, and disposing of one client would end the
 * appends of the others.
 */
export interface Connection {
  readonly appends: ReconnectingClient;
  readonly reads: ReconnectingClient;
  close(): Promise<void>;
}

/** @param url `esdb://host:port?tls=false` */
export function openConnection(url: string): Connection {
  const appends = reconnectingClient(url, 'at once');
  const reads = reconnectingClient(url, 'when idle');
  return {
    appends,
    reads,
    async close() {
      await Promise.all([appends.close(), reads.close()]);
    },
  };
}
