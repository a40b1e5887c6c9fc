import { whole } from '../read-models/words.ts';
import styles from './LevelPolicy.module.css';

export function Progress({
  label,
  done,
  total,
  unit,
}: {
  label: string;
  done: number;
  total: number;
  unit: string;
}) {
  const text = `${whole.format(done)} of ${whole.format(total)} ${unit}`;
  return (
    <div className={styles['progress']}>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={Math.min(done, total)}
        aria-valuetext={text}
      >
        <i style={{ width: `${total === 0 ? 0 : Math.min(100, (100 * done) / total)}%` }} />
      </div>
      <span>{text}</span>
    </div>
  );
}
