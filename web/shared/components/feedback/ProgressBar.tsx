import styles from './ProgressBar.module.css';

/** Progress from 0 to 100, with a text above the bar. */
export function ProgressBar({
  label,
  percent,
  tone = 'gold',
}: {
  label: string;
  percent: number;
  tone?: 'gold' | 'accent';
}) {
  const shown = `${percent.toFixed(1)} %`;
  return (
    <div className={styles['progress']}>
      <p aria-hidden="true">
        <span>{label}</span>
        <span>{shown}</span>
      </p>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={shown}
      >
        <i className={styles[tone]} style={{ width: `${Math.min(100, Math.max(0, percent))}%` }} />
      </div>
    </div>
  );
}
