import styles from './Legal.module.css';

/** Heading only (spec 2). */
export default function Terms() {
  return <h1 className={styles['heading']}>Terms of Service</h1>;
}
