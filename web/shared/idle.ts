/**
 * Does something once the browser has nothing else to do; one that cannot tell is given two seconds.
 * @returns takes it back
 */
export function whenIdle(act: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(act, 2_000);
    return () => clearTimeout(timer);
  }
  const waiting = requestIdleCallback(act);
  return () => cancelIdleCallback(waiting);
}
