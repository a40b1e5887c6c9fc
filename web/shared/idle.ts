/**
 * Does something once the browser has nothing else to do; one that cannot tell is given two seconds.
 * @returns takes it back
 */
export function whenIdle(callback: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(callback, 2_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(callback);
  return () => cancelIdleCallback(waiting);
}
