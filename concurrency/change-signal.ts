import { wait } from './wait.ts';

/** Wakes all waiters of a change. A waiter passes the version it has seen, so that no change is missed. */
export interface ChangeSignal {
  notify(): void;
  /** Number of notifications so far. */
  version(): number;
  /** Resolves when the current version is higher than `version`, after `milliseconds`, or when the signal aborts. */
  waitAfter(version: number, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function changeSignal(): ChangeSignal {
  let version = 0;
  let next = new AbortController();
  return {
    notify() {
      version += 1;
      const waiting = next;
      next = new AbortController();
      waiting.abort();
    },
    version: () => version,
    async waitAfter(seen, milliseconds, signal) {
      if (version === seen) await wait(milliseconds, AbortSignal.any([next.signal, signal]));
    },
  };
}
