import styles from './Vocabulary.module.css';

export function Loading() {
  return (
    <div aria-busy="true" className={styles['top']}>
      <h1>Vocabulary</h1>
      <ul className={styles['rules']} aria-label="Loading">
        {[1, 2, 3, 4, 5].map(line => (
          <li key={line} />
        ))}
      </ul>
    </div>
  );
}
