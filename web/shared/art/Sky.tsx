import { type ReactNode, useId } from 'react';
import type { Light } from './sky.ts';

/** The frame of a scene: it fills its place, keeps its ground in sight, and paints the sky. */
export function Sky({
  width,
  top = 0,
  light,
  sun: [x, y],
  children,
}: {
  width: number;
  /** Where the picture begins; all scenes end at 420. */
  top?: number;
  light: Light;
  sun: readonly [number, number];
  children: ReactNode;
}) {
  // Several scenes stand on one page, and an id counts once.
  const sky = useId();
  return (
    <svg
      viewBox={`0 ${top} ${width} ${420 - top}`}
      preserveAspectRatio="xMidYMax slice"
      width="100%"
      height="100%"
      aria-hidden="true"
    >
      <defs>
        <linearGradient id={sky} x1="0" y1="0" x2="0" y2="1">
          {light.sky.map((colour, index) => (
            <stop key={colour} offset={[0, 0.38, 0.68, 1][index]} stopColor={colour} />
          ))}
        </linearGradient>
      </defs>
      <rect width={width} height="420" fill={`url(#${sky})`} />
      <circle cx={x} cy={y} r="84" fill={light.sun} opacity=".18" />
      <circle cx={x} cy={y} r="44" fill={light.sun} />
      {children}
    </svg>
  );
}
