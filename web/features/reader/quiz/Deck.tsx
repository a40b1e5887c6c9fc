import { type ReactNode, useState } from 'react';
import type { CardView } from '../state/view.ts';
import styles from './Deck.module.css';

/**
 * Shows the current card. When its key changes, the new card slides in over the old one, which slides out below it (spec 4, 9)
 * as last rendered, inert and hidden from screen readers.
 */
export function Deck({ view, draw }: { view: CardView; draw: (view: CardView) => ReactNode }) {
  const [{ shown, leaving }, setViews] = useState<{ shown: CardView; leaving: CardView | null }>({
    shown: view,
    leaving: null,
  });
  if (shown !== view) setViews({ shown: view, leaving: shown.key === view.key ? leaving : shown });
  return (
    <div className={styles['deck']}>
      <div key={view.key} className={styles['arriving']}>
        {draw(view)}
      </div>
      {leaving && (
        <div
          key={leaving.key}
          className={styles['leaving']}
          inert
          aria-hidden="true"
          onAnimationEnd={() => setViews({ shown: view, leaving: null })}
        >
          {draw(leaving)}
        </div>
      )}
    </div>
  );
}
