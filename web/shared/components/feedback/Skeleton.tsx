import styles from './Skeleton.module.css';

/** The shape of what is coming. `width` and `height` are CSS lengths. Put it into something with aria-busy. */
export function Skeleton({ width = '100%', height = '1em' }: { width?: string; height?: string }) {
  return <span className={styles['skeleton']} style={{ width, height }} aria-hidden="true" />;
}
