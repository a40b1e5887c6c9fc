import { useSyncExternalStore } from 'react';

/**
 * The state of the server: it answers; it answers with errors; there is no connection. In the last two, data from the device
 * are shown.
 */
export type Connection = 'up' | 'failing' | 'down';

let connection: Connection = 'up';
const listeners = new Set<() => void>();

/** Sets the state after a reply, or after its absence. */
export function setConnection(now: Connection): void {
  if (now === connection) return;
  connection = now;
  for (const listener of listeners) listener();
}

export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function connectionNow(): Connection {
  return connection;
}

export function useConnection(): Connection {
  return useSyncExternalStore(followConnection, connectionNow);
}
