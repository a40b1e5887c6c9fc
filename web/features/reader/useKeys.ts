import { useEffect, useLayoutEffect, useRef } from 'react';

/** What single keys do while the reader is in front. Typing somewhere, and keys with a modifier, are left alone. */
export type Keys = Readonly<Record<string, (() => void) | undefined>>;

export function useKeys(keys: Keys): void {
  const now = useRef(keys);
  // Before the screen is painted: a key pressed on what is seen does what it says there.
  useLayoutEffect(() => {
    now.current = keys;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.defaultPrevented) return;
      const { target } = event;
      if (!(target instanceof HTMLElement)) return;
      if (target.closest('input, textarea, select, [contenteditable], dialog, [role="dialog"]')) return;
      // Enter on a control is the control's own.
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
