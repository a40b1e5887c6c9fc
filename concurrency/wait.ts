/** Waits, or until the signal aborts. Never rejects. */
export function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, Math.max(0, milliseconds));
    signal.addEventListener('abort', done, { once: true });
  });
}

/** Exponential backoff with jitter, in milliseconds: pauses double up to `longest`; up to half of each is taken off at random. */
export function backoff(first: number, longest: number): { next(): number; reset(): void } {
  let pause = first;
  return {
    next() {
      const now = pause;
      pause = Math.min(pause * 2, longest);
      return now * (0.5 + Math.random() / 2);
    },
    reset() {
      pause = first;
    },
  };
}
