/** The latest that the callback is called where nothing is painted, as in a tab in the background, in milliseconds. */
const LATEST = 100;

/**
 * Calls back after the next paint, for what a press causes and nobody sees: its result is on the screen earlier. A page that is
 * left before calls back at once.
 * @returns cancels it
 */
export function afterPaint(callback: () => void): () => void {
  let soon: ReturnType<typeof setTimeout> | undefined;
  const end = () => {
    cancelAnimationFrame(frame);
    clearTimeout(soon);
    clearTimeout(late);
    removeEventListener('pagehide', call);
  };
  const call = () => {
    end();
    callback();
  };
  // A frame begins with its callbacks, and is painted after them.
  const frame = requestAnimationFrame(() => {
    soon = setTimeout(call);
  });
  const late = setTimeout(call, LATEST);
  addEventListener('pagehide', call);
  return end;
}
