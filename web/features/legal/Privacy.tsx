import styles from './Legal.module.css';

/** Heading only (spec 2). */
export default function Privacy() {
  return <h1 className={styles['heading']}>Privacy Policy</h1>;
}
