import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog } from '../../../shared/components/Dialog.tsx';
import styles from './LevelUp.module.css';

/** Length of the celebration in milliseconds, and its pieces of confetti (spec 9). */
const CELEBRATION = 10_000;
const PIECES = 2_000;

/** A new level: ten seconds of confetti over a card; still, for those who asked for no motion. Nothing else can be done meanwhile. */
export function LevelUp({ level, onEnd }: { level: string; onEnd: () => void }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const end = setTimeout(onEnd, CELEBRATION);
    let stop = () => {};
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
      let over = false;
      stop = () => {
        over = true;
      };
      void import('canvas-confetti').then(({ default: library }) => {
        if (over || !canvas.current) return;
        // Its own sheet would lie below the dialog.
        const confetti = library.create(canvas.current, { resize: true });
        stop = () => {
          over = true;
          confetti.reset();
        };
        const bursts = 20;
        for (let burst = 0; burst < bursts; burst++)
          setTimeout(() => {
            if (over) return;
            void confetti({
              particleCount: PIECES / bursts,
              spread: 120,
              startVelocity: 55,
              origin: { x: Math.random(), y: 0.2 },
            });
          }, burst * 400);
      });
    }
    return () => {
      clearTimeout(end);
      stop();
    };
  }, [onEnd]);
  return (
    <Dialog onClose={onEnd} title={`You have reached ${level}`}>
      <p className={styles['badge']}>{level}</p>
      <Button onClick={onEnd}>Read on</Button>
      <canvas ref={canvas} className={styles['confetti']} />
    </Dialog>
  );
}
