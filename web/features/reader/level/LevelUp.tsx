import { useEffect, useId, useRef } from 'react';
import { badgeAddress } from '../../../shared/art/badge.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Modal } from '../../../shared/components/Modal.tsx';
import { focusInSight } from '../../../shared/focus.ts';
import styles from './LevelUp.module.css';

/** Duration of the celebration in milliseconds, and number of pieces of confetti (spec 9). */
const CELEBRATION = 10_000;
const PIECES = 2_000;

/**
 * Celebrates a new level: input is locked for ten seconds, with confetti over a card. Escape and the button stop the confetti;
 * the card stays until the end. With reduced motion there is no confetti.
 */
export default function LevelUp({
  level,
  still,
  onStill,
  onEnd,
}: {
  level: string;
  still: boolean;
  onStill: () => void;
  onEnd: () => void;
}) {
  const label = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const calm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  useEffect(() => {
    const end = setTimeout(onEnd, CELEBRATION);
    return () => clearTimeout(end);
  }, [onEnd]);
  // The card has changed since it opened, so that the browser has nothing to return the focus to.
  useEffect(
    () => () => {
      if (document.activeElement === document.body)
        focusInSight(document.querySelector<HTMLElement>('main h2'));
    },
    [],
  );
  useEffect(() => {
    if (still || calm) return;
    let over = false;
    let stop = () => {};
    import('canvas-confetti').then(
      ({ default: library }) => {
        if (over || !canvas.current) return;
        // The canvas is inside of the dialog, because a dialog is in front of everything else.
        const confetti = library.create(canvas.current, { resize: true });
        const bursts = 20;
        const timers = Array.from({ length: bursts }, (_, burst) =>
          setTimeout(
            () =>
              void confetti({
                particleCount: PIECES / bursts,
                spread: 120,
                startVelocity: 55,
                origin: { x: Math.random(), y: 0.2 },
              }),
            burst * 400,
          ),
        );
        stop = () => {
          for (const timer of timers) clearTimeout(timer);
          confetti.reset();
        };
      },
      error => console.error('the confetti did not load', error),
    );
    return () => {
      over = true;
      stop();
    };
  }, [still, calm]);
  return (
    <Modal className={styles['party']} label={label} onClose={onStill}>
      <div className={styles['sheet']}>
        <h2 id={label}>You have reached {level}</h2>
        <img
          className={styles['badge']}
          src={badgeAddress(level)}
          alt={`Badge of level ${level}`}
          width={120}
          height={120}
        />
        {!calm && (
          <Button
            look="outline"
            data-first-focus
            aria-keyshortcuts="Escape"
            aria-disabled={still || undefined}
            onClick={onStill}
          >
            {still ? 'The confetti is stopped' : 'Stop the confetti'}
          </Button>
        )}
        <p className={styles['soft']}>Reading goes on in a moment.</p>
      </div>
      {!still && !calm && <canvas ref={canvas} className={styles['confetti']} />}
    </Modal>
  );
}
