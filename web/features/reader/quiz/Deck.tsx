import { type ReactNode, useDeferredValue, useState } from 'react';
import type { CardView } from '../state/view.ts';
import styles from './Deck.module.css';

interface Views {
  readonly shown: CardView;
  readonly leaving: CardView | null;
  /** Number of cards that have arrived. */
  readonly arrived: number;
}

/**
 * Shows the current card. When its key changes, the new card slides in over the old one, which slides out below it (spec 4, 9)
 * as last rendered, inert and hidden from screen readers. The element of the card stays, and only its texts change: that is a
 * third of the work of a new one. The old card is rendered again a frame later, behind it.
 * @param draw whole: it renders all of the card at once
 */
export function Deck({
  view,
  draw,
}: {
  view: CardView;
  draw: (view: CardView, whole: boolean) => ReactNode;
}) {
  const [{ shown, leaving, arrived }, setViews] = useState<Views>({ shown: view, leaving: null, arrived: 0 });
  if (shown !== view)
    setViews(
      shown.key === view.key
        ? { shown: view, leaving, arrived }
        : { shown: view, leaving: shown, arrived: arrived + 1 },
    );
  const behind = useDeferredValue(leaving);
  return (
    <div className={styles['deck']}>
      <div className={styles['arriving']} data-turn={arrived % 2}>
        {draw(view, false)}
      </div>
      {behind && (
        <div
          key={behind.key}
          className={styles['leaving']}
          inert
          aria-hidden="true"
          onAnimationEnd={() => setViews({ shown: view, leaving: null, arrived })}
        >
          {draw(behind, true)}
        </div>
      )}
    </div>
  );
}
