/**
 * Calls back when the browser is idle; without `requestIdleCallback` after two seconds.
 * @returns cancels it
 */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 2_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(callback);
  return () => cancelIdleCallback(waiting);
}
