import { useEffect, useLayoutEffect, useRef } from 'react';

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
      // Enter on a control activates that control. An answered option, which has the focus for a moment more, does nothing.
      if (event.key === 'Enter' && target.closest('button:not([data-result]), a')) return;
      const act = now.current[event.key.toLowerCase()];
      if (!act) return;
      // The browser's own use of Escape stays.
      if (event.key !== 'Escape') event.preventDefault();
      act();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}
