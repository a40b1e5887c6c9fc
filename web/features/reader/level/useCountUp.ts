import { startTransition, useEffect, useRef, useState } from 'react';

/** Duration of the animation in milliseconds (spec 9: about one second). */
const DURATION = 1_000;

/**
 * A number that counts up to its value together with the bar beside it; without animation if the user prefers reduced motion.
 * @param from the first value; by default the current one
 */
export function useCountUp(value: number, from = value): number {
  const [shown, setShown] = useState(from);
  const now = useRef(from);
  useEffect(() => {
    const start = now.current;
    if (start === value) return;
    const jump = (to: number) => {
      now.current = to;
      // Of every frame: it must not hold up what a press has changed.
      startTransition(() => setShown(to));
    };
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return jump(value);
    const began = performance.now();
    let frame = requestAnimationFrame(function step() {
      const share = Math.min(1, (performance.now() - began) / DURATION);
      jump(start + (value - start) * (1 - (1 - share) ** 3));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);
  return shown;
}
