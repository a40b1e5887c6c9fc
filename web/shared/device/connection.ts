import { useSyncExternalStore } from 'react';

/** Of the server: it answers; it answers with errors of its own, or there is no connection, and what lies here is shown. */
export type Connection = 'up' | 'failing' | 'down';

let connection: Connection = 'up';
const listeners = new Set<() => void>();

/** Tells what the last reply, or its absence, says of the connection. */
export function tellConnection(now: Connection): void {
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
