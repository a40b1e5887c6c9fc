/** Resolves after milliseconds, or at once when the signal is aborted. */
export function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    if (signal.aborted) return resolve();
    const over = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, milliseconds);
    signal.addEventListener('abort', over);
  });
}
