import { useEffect, useLayoutEffect, useRef } from 'react';
import type { ReadingState } from './state/state.ts';
import type { Action } from './state/transition.ts';
import { shownStep } from './state/view.ts';

/** The current actions of single keys. Enter always works; the others can be turned off (WCAG 2.1.4). */
export function readerKeys(
  state: ReadingState,
  { isAdmin, singleKeys }: { isAdmin: boolean; singleKeys: boolean },
): Readonly<Record<string, Action>> {
  const { card, recallable, knownClause } = state;
  const keys: Record<string, Action> = { enter: { type: 'continued' } };
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

/** Handles keys while the reader is in front, except in text fields and with a modifier. */
export type Keys = Readonly<Record<string, () => void>>;

export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  // A layout effect, so that a key acts on the screen that the user sees.
  useLayoutEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof HTMLElement)) return;
      if (target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"]')) return;
      // Enter on a control activates that control.
      if (event.key === 'Enter' && target.closest('button, a')) return;
      const act = now.current[event.key.toLowerCase()];
      if (!act) return;
      event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
