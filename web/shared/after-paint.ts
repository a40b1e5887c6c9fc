/** The latest that the callback is called where nothing is painted, as in a tab in the background, in milliseconds. */
const LATEST = 100;

/** What a page that is left before has to call at once. */
const waiting = new Set<() => void>();
let hears = false;

/**
 * Calls back after the next paint, for what a press causes and nobody sees: its result is on the screen earlier. A page that is
 * left before calls back at once.
 * @returns cancels it
 */
export function afterPaint(callback: () => void): () => void {
  if (!hears) addEventListener('pagehide', () => waiting.forEach(call => void call()));
  hears = true;
  let soon: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    waiting.delete(call);
    cancelAnimationFrame(frame);
    clearTimeout(soon);
    clearTimeout(late);
  };
  const call = () => {
    end();
    callback();
  };
  waiting.add(call);
  // A frame begins with its callbacks, and is painted after them.
  const frame = requestAnimationFrame(() => {
    soon = setTimeout(call);
  });
  const late = setTimeout(call, LATEST);
  return end;
}
