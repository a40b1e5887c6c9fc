import { area, curveMonotoneX, line } from 'd3-shape';
import { useLayoutEffect, useRef, useState } from 'react';
import { bandAfter, bandOf, bands } from '../../../domain/vocabulary/bands.ts';
import styles from './Known.module.css';
import { dayText, type Point } from './known.ts';

/** Pixels around the drawing: numbers at the left, names of the bands at the right, days below. */
const [TOP, RIGHT, BELOW, LEFT] = [14, 66, 30, 44] as const;
const HEIGHT = 300;

interface Props {
  /** Oldest first, at least one. */
  points: readonly Point[];
  /** The part of the known count that was credited. */
  credited: number;
  /** The day that is compared with today. */
  then: Point;
  today: string;
}

/** The known count over time, above the bands of levels. */
export function Curve({ points, credited, then, today }: Props) {
  const [width, box] = useWidth();
  const newest = points.at(-1);
  const oldest = points[0];
  if (!newest || !oldest) return null;
  const most = Math.max(...points.map(({ known }) => known), credited, then.known);
  // Up to the end of the current band, so that the next level is visible.
  const top = bandAfter(bandOf(most))?.from ?? Math.ceil(most * 1.1);
  const right = width - RIGHT;
  const [from, to] = [at(oldest.day), at(newest.day)];
  const x = (day: string) => (to === from ? right : LEFT + ((right - LEFT) * (at(day) - from)) / (to - from));
  const y = (known: number) => HEIGHT - BELOW - ((HEIGHT - BELOW - TOP) * known) / top;
  const shown = bands.filter(band => band.from < top);
  const drawn = line<Point>(
    ({ day }) => x(day),
    ({ known }) => y(known),
  ).curve(curveMonotoneX);
  const under = area<Point>(
    ({ day }) => x(day),
    y(0),
    ({ known }) => y(known),
  ).curve(curveMonotoneX);
  const isThenShown = points.length > 1 && then.day >= oldest.day && then.day < newest.day;
  const every = Math.max(1, Math.ceil(points.length / Math.max(2, Math.floor((right - LEFT) / 86))));
  return (
    <div ref={box}>
      <svg
        className={styles['curve']}
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={`Known count from ${dayText(oldest.day, today)} to ${dayText(newest.day, today)}: ${oldest.known} at the start, ${newest.known} now. The table says the same.`}
      >
        {shown.map(({ name, from, to }, index) => {
          const upper = Math.min(to ?? top, top);
          const height = y(from) - y(upper);
          return (
            <g key={name}>
              <rect
                className={styles['band']}
                x={LEFT}
                y={y(upper)}
                width={width - LEFT}
                height={height}
                style={{ opacity: 0.04 + 0.05 * (index % 3) }}
              />
              {height >= 22 && (
                <>
                  <text className={styles['bandName']} x={width - 8} y={y(upper) + 18} textAnchor="end">
                    {name}
                  </text>
                  <text x={LEFT - 8} y={y(from) + 4} textAnchor="end">
                    {from}
                  </text>
                </>
              )}
            </g>
          );
        })}
        {points.map(({ day }, index) =>
          (points.length - 1 - index) % every === 0 ? (
            <text
              key={day}
              x={x(day)}
              y={HEIGHT - 8}
              textAnchor={index === 0 && points.length > 1 ? 'start' : 'middle'}
            >
              {dayText(day, today)}
            </text>
          ) : null,
        )}
        {points.length > 1 && <path className={styles['under']} d={under([...points]) ?? ''} />}
        {credited > 0 && (
          <>
            <path className={styles['floor']} d={`M${LEFT} ${y(credited)}H${right}`} />
            <text x={LEFT + 8} y={y(credited) + 18}>
              {credited} credited
            </text>
          </>
        )}
        {points.length > 1 && <path className={styles['line']} d={drawn([...points]) ?? ''} />}
        {isThenShown && (
          <>
            <path className={styles['thenLine']} d={`M${x(then.day)} ${y(0)}V${y(then.known)}`} />
            <circle className={styles['thenDot']} cx={x(then.day)} cy={y(then.known)} r="5" />
            <text
              className={styles['thenText']}
              x={x(then.day) + (x(then.day) > LEFT + 130 ? -10 : 10)}
              y={y(then.known) - 12}
              textAnchor={x(then.day) > LEFT + 130 ? 'end' : 'start'}
            >
              {then.known} on {dayText(then.day, today)}
            </text>
          </>
        )}
        <circle className={styles['nowDot']} cx={x(newest.day)} cy={y(newest.known)} r="6" />
        <text className={styles['strong']} x={x(newest.day) + 12} y={y(newest.known) + 5}>
          {newest.known}
        </text>
      </svg>
    </div>
  );
}

const at = (day: string) => Date.parse(day);

/** The available width in pixels. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(320);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const measure = () => setWidth(Math.max(240, element.clientWidth));
    measure();
    const watching = new ResizeObserver(measure);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  return [width, box] as const;
}
