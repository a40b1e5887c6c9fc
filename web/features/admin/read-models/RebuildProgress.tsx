import type { Projection } from './queries.ts';
import styles from './ReadModels.module.css';
import { durationText, titleOf, whole } from './words.ts';

/** Progress of a rebuild: share, rate, remaining time. */
export function RebuildProgress({
  name,
  rebuild: { state, done, total, rate, remainingSeconds },
}: {
  name: string;
  rebuild: NonNullable<Projection['rebuild']>;
}) {
  const percent = total ? Math.min(100, Math.floor((100 * done) / total)) : 0;
  const texts = [
    ...(state === 'waiting' ? ['waits to begin'] : [`${percent} %`]),
    ...(rate !== null && rate > 0 ? [`${whole.format(rate)} a second`] : []),
    ...(remainingSeconds !== null && remainingSeconds > 0 ? [`${durationText(remainingSeconds)} left`] : []),
  ];
  return (
    <div className={styles['rebuild']}>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={`${titleOf(name)}, rebuilt`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
      <span>{texts.join(', ')}</span>
    </div>
  );
}
