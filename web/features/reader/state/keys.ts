import type { ReadingState } from './state.ts';
import type { Action } from './transition.ts';
import { shownStep } from './view.ts';

/**
 * The current actions of single keys. Enter and Escape always work; the others can be turned off (WCAG 2.1.4). Escape is for a
 * panel that was opened and is not rendered yet: afterwards the panel has its own keys.
 */
export function readerKeys(
  state: ReadingState,
  { isAdmin, singleKeys }: { isAdmin: boolean; singleKeys: boolean },
): Readonly<Record<string, Action>> {
  const { card, recallable, knownClause } = state;
  const keys: Record<string, Action> = { enter: { type: 'continued' }, escape: { type: 'closed' } };
  if (!singleKeys) return keys;
  const step = shownStep(state);
  if (card === 'asked' && step) {
    keys['0'] = { type: 'chose', option: null };
    for (const [index, { stored }] of step.options.entries())
      keys[String(index + 1)] = { type: 'chose', option: stored };
    keys['k'] = { type: 'clause known' };
    if (step.word !== null) keys['t'] = { type: 'translation toggled' };
  }
  if (card === 'right' || recallable) keys['e'] = { type: 'held' };
  if (card === 'wrong') keys['e'] = { type: 'explanation toggled' };
  if (knownClause) keys['u'] = { type: 'clause undone' };
  keys['r'] = { type: 'opened', dialog: 'so far' };
  if (isAdmin) {
    keys['p'] = { type: 'leaving', way: 'previous' };
    keys['n'] = { type: 'leaving', way: 'next' };
  }
  return keys;
}
