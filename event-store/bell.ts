import { wait } from './wait.ts';

/** Wakes whoever waits. No ring is missed: a waiter says how many it had heard before it looked. */
export interface Bell {
  ring(): void;
  /** Rings so far. */
  heard(): number;
  /** Resolves when there were more rings than `heard`, after so many milliseconds, or when the signal aborts. */
  beyond(heard: number, milliseconds: number, signal: AbortSignal): Promise<void>;
}

export function bell(): Bell {
  let rings = 0;
  let next = new AbortController();
  return {
    ring() {
      rings += 1;
      const ringing = next;
      next = new AbortController();
      ringing.abort();
    },
    heard: () => rings,
    async beyond(heard, milliseconds, signal) {
      if (rings === heard) await wait(milliseconds, AbortSignal.any([next.signal, signal]));
    },
  };
}
