import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Icon } from '../../shared/components/Icon.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import styles from './Dock.module.css';
import type { Row } from './glossary/glossary.ts';
import type { Picks } from './picks.ts';
import type { Outcome } from './useMarks.ts';

/** Milliseconds that an undo is offered, without focus or pointer on it. */
const UNDO_TIMEOUT = 10_000;

/** At the bottom of the page: the selection, or the outcome of the last action. */
export function Dock({
  picks,
  outcome,
  onMark,
  onUndo,
  onOver,
  onFocusLost,
}: {
  picks: Picks;
  outcome: Outcome | null;
  onMark: (rows: readonly Row[], state: 'known' | 'seen') => void;
  onUndo: () => void;
  /** The time to undo is over. */
  onOver: () => void;
  /** The button that had the focus is gone. */
  onFocusLost: () => void;
}) {
  const rows = useSyncExternalStore(picks.subscribe, picks.rows);
  const picked = rows.length;
  const dock = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState(false);
  const [focused, setFocused] = useState(false);
  const held = pointed || focused;
  // The browser tells nothing of a button that is removed with the focus.
  const changed = useEffectEvent(() => {
    if (!focused || dock.current?.contains(document.activeElement)) return;
    setFocused(false);
    if (document.activeElement === document.body) onFocusLost();
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each of them may take a button away.
  useEffect(() => changed(), [outcome, picked]);
  const over = useEffectEvent(onOver);
  useEffect(() => {
    if (!outcome || held || picked > 0) return;
    const timer = setTimeout(() => over(), UNDO_TIMEOUT);
    return () => clearTimeout(timer);
  }, [outcome, held, picked]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only stops the timer.
    <div
      ref={dock}
      className={styles['dock']}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      {/* A screen reader announces only what changed. */}
      <div role="status" aria-atomic="false">
        {picked > 0 && (
          <fieldset className={styles['toast']} aria-label="What is picked">
            <span>
              <b>{picked === 1 ? '1 word' : `${picked} words`}</b>
              <span className={styles['long']}> picked</span>
            </span>
            <button
              type="button"
              className={styles['plain']}
              aria-keyshortcuts="S"
              onClick={() => onMark(rows, 'seen')}
            >
              Mark seen <Key>S</Key>
            </button>
            <button
              type="button"
              className={styles['go']}
              aria-keyshortcuts="K"
              onClick={() => onMark(rows, 'known')}
            >
              Mark known <Key>K</Key>
            </button>
            <button type="button" className={styles['plain']} aria-label="Pick none" onClick={picks.clear}>
              <Icon name="close" />
            </button>
          </fieldset>
        )}
        {outcome && picked === 0 && (
          <div className={`${styles['toast']} ${outcome.failed ? styles['refused'] : ''}`}>
            <span>{outcome.text}</span>
            {outcome.undo && (
              <button type="button" aria-keyshortcuts="U" onClick={onUndo}>
                Undo <Key>U</Key>
              </button>
            )}
          </div>
        )}
      </div>
    </div>
  );
}

/** A shortcut, drawn on its button. Decorative: `aria-keyshortcuts` announces it. */
function Key({ children }: { children: string }) {
  if (!usePreferences().keys) return null;
  // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawn key takes no focus.
  return <kbd aria-hidden="true">{children}</kbd>;
}
