import { bands } from '../../../domain/vocabulary/bands.ts';
import styles from './EstimateChart.module.css';
import type { PlacementReply } from './result-counts.ts';

const WIDTH = 420;
const STEP = 13;
const TOP = 22;

/** The estimate after each answer, above the bands of levels: one line per answer, the newest thick. */
export function EstimateChart({ trace, size }: Pick<PlacementReply, 'trace' | 'size'>) {
  const x = (count: number) => 6 + ((WIDTH - 12) * count) / size;
  const bottom = TOP + trace.length * STEP + 4;
  const shown = bands.filter(({ from }) => from < size);
  const last = trace.at(-1);
  if (!last) return null;
  return (
    <svg
      className={styles['funnel']}
      viewBox={`0 0 ${WIDTH} ${bottom + 22}`}
      role="img"
      aria-label={`The estimate after ${trace.length} questions: ${last[0]} to ${last[2]} fragments`}
    >
      {shown.map(({ name, from, to }, index) => {
        const end = Math.min(to ?? size, size);
        return (
          <g key={name}>
            <rect
              x={x(from)}
              y={TOP - 6}
              width={x(end) - x(from)}
              height={bottom - TOP + 6}
              opacity={0.03 + index * 0.03}
            />
            {x(end) - x(from) > 34 && (
              <text className={styles['level']} x={(x(from) + x(end)) / 2} y={10} textAnchor="middle">
                {name}
              </text>
            )}
            {(from === 0 || size - from > size / 12) && (
              <text x={x(from)} y={bottom + 17} textAnchor={from === 0 ? 'start' : 'middle'}>
                {from}
              </text>
            )}
          </g>
        );
      })}
      <text x={x(size)} y={bottom + 17} textAnchor="end">
        {size}
      </text>
      {trace.map(([low, known, high], index) => {
        const y = TOP + index * STEP + STEP / 2 - 3;
        const newest = index === trace.length - 1;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line is identified by its position.
          <g key={index} className={newest ? styles['newest'] : undefined}>
            <path d={`M${x(low)} ${y}H${x(high)}`} />
            <circle cx={x(known)} cy={y} r={newest ? 5 : 2.5} />
          </g>
        );
      })}
    </svg>
  );
}
