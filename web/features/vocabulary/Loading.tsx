import styles from './Vocabulary.module.css';

export function Loading() {
  return (
    <div className={styles['top']}>
      <h1>Vocabulary</h1>
      <Rules />
    </div>
  );
}

/** Where the rows will be. */
export function Rules() {
  return (
    <ul className={styles['rules']} aria-busy="true" aria-label="Loading">
      {[1, 2, 3, 4, 5].map(line => (
        <li key={line} />
      ))}
    </ul>
  );
}
