import styles from './Landscape.module.css';
import landscape from './landscape.svg?no-inline';

/**
 * A poet and his donkey on the road from the white village to the mills. The sky begins as the page's paper and the nearest
 * hill is paper again. The drawing is a file of its own; its colours come from the style sheet, the dark theme's are night.
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
