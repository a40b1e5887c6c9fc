import styles from './Spinner.module.css';

/** Something is in progress. Needs a label unless a text beside it says so. `size` in pixels. */
export function Spinner({ size = 24, label }: { size?: number; label?: string }) {
  return (
    <span className={styles['spinner']} {...(label ? { role: 'status' } : {})}>
      <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
        <circle cx="12" cy="12" r="9" opacity=".25" />
        <path d="M12 3a9 9 0 0 1 9 9" />
      </svg>
      {label && <span>{label}</span>}
    </span>
  );
}

/** Shown while a page loads. */
export function PageSpinner({ label = 'Loading…' }: { label?: string }) {
  return (
    <div className={styles['page']}>
      <Spinner size={28} label={label} />
    </div>
  );
}
