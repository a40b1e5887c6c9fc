import type { Steps } from './glossary/steps.ts';

/** Milliseconds that pieces may take before what else is waiting gets its turn. */
const TURN = 4;

/**
 * Runs steps so that a press never waits for all of them, and calls back with the result.
 * @param begin when the first are due, as `afterPaint`
 * @returns cancels it
 */
export function inTurns<Result>(
  steps: Steps<Result>,
  begin: (callback: () => void) => () => void,
  callback: (result: Result) => void,
): () => void {
  let isOver = false;
  const turn = () => {
    if (isOver) return;
    const end = performance.now() + TURN;
    do {
      const { done, value } = steps.next();
      if (done) return callback(value);
    } while (performance.now() < end);
    nextTurn(turn);
  };
  const cancel = begin(turn);
  return () => {
    isOver = true;
    cancel();
  };
}

/** Timers in a row wait four milliseconds each, where the browser has nothing better. */
function nextTurn(turn: () => void): void {
  if ('scheduler' in window) void window.scheduler.postTask(turn);
  else setTimeout(turn);
}
