import styles from './Skeleton.module.css';

/** A loading placeholder. `width` and `height` are CSS lengths. Its container needs aria-busy. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles['skeleton']} style={{ width, height }} aria-hidden="true" />;
}
