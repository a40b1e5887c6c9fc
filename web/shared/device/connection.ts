import { useSyncExternalStore } from 'react';

let isOffline = false;
const listeners = new Set<() => void>();

/** Tells that the server was heard, or that what is shown comes from the device because it was not. */
export function tellOffline(offline: boolean): void {
  if (offline === isOffline) return;
  isOffline = offline;
  for (const listener of listeners) listener();
}

export function followConnection(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function areOffline(): boolean {
  return isOffline;
}

/** Whether something that is shown comes from the device, because the server was not heard. */
export function useIsOffline(): boolean {
  return useSyncExternalStore(followConnection, areOffline);
}
