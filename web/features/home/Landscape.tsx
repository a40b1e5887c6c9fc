import styles from './Landscape.module.css';
import landscape from './landscape.svg?no-inline';

/**
 * A drawing of a poet and his donkey. It is a separate file whose colours come from the style sheet; sky and nearest hill have
 * the page's background colour.
 */
export function Landscape() {
  return (
    <div
      className={styles['landscape']}
      role="img"
      aria-label="A poet and his donkey on a road that winds past a white village towards windmills"
    >
      <svg aria-hidden="true">
        <use href={`${landscape}#landscape`} width="100%" height="100%" />
      </svg>
    </div>
  );
}
