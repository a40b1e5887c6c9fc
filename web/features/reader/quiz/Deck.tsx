import { type ReactElement, useState } from 'react';
import styles from './Deck.module.css';

interface Cards {
  readonly shown: ReactElement | null;
  /** The one before, for as long as it slides out. */
  readonly leaving: ReactElement | null;
}

/**
 * The card of the moment, told from the one before by its key. A new one slides in while the old one slides out (spec 4,
 * 9); it can be used at once, and the old one neither used nor heard any more.
 */
export function Deck({ card }: { card: ReactElement | null }) {
  const [{ shown, leaving }, setCards] = useState<Cards>({ shown: card, leaving: null });
  if (shown !== card) setCards({ shown: card, leaving: shown?.key === card?.key ? leaving : shown });
  // The new one stands first: the old one, whose place is behind it, is then not moved in the page.
  return (
    <div className={styles['deck']}>
      {card && (
        <div key={card.key} className={styles['arriving']}>
          {card}
        </div>
      )}
      {leaving && (
        <div
          key={leaving.key}
          className={styles['leaving']}
          inert
          aria-hidden="true"
          onAnimationEnd={() => setCards({ shown: card, leaving: null })}
        >
          {leaving}
        </div>
      )}
    </div>
  );
}
