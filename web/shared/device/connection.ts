import { useSyncExternalStore } from 'react';

let isOffline = false;
let isConnected = true;
const listeners = new Set<() => void>();

/**
 * Tells that the server was heard, or that what is shown comes from the device because it was not; `connected`: because it
 * answered with an error of its own.
 */
export function tellOffline(offline: boolean, connected = !offline): void {
  if (offline === isOffline && connected === isConnected) return;
  isOffline = offline;
  isConnected = connected;
  for (const listener of listeners) listener();
}

export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether something that is shown comes from the device, with or without a connection: the server is to be asked again. */
export function areOffline(): boolean {
  return isOffline;
}

/** Whether something that is shown comes from the device, because there is no connection. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(followConnection, () => !isConnected);
}
