import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/components/Button.tsx';
import { focusInSight } from '../../../shared/focus.ts';
import styles from './Card.module.css';
import sentence from './Sentence.module.css';

/** Shown when question files did not load: nothing is asked or counted as read until they have. */
export function UnaskedView({ busy, onRetry }: { busy: boolean; onRetry: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInSight(heading.current), []);
  return (
    <section className={styles['card']} data-card="unasked">
      <h2 ref={heading} tabIndex={-1}>
        The questions of this chapter did not load
      </h2>
      <p className={sentence['english']}>
        You can read the sentence and tap its words. It counts as read once its questions are here.
      </p>
      <div className={styles['foot']}>
        <Button busy={busy} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </section>
  );
}
