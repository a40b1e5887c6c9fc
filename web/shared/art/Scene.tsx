import type { Hour } from './hours.ts';
import mills from './mills.svg?no-inline';
import styles from './Scene.module.css';
import village from './village.svg?no-inline';

export type Look = 'band' | 'near' | 'cover';

/** A piece of a drawing. The drawings are files of their own; their colours come from the page they stand on. */
function Piece({ of, name, at }: { of: string; name: string; at: string }) {
  return (
    <svg className={`${styles['piece']} ${styles[at]}`} aria-hidden="true">
      <use href={`${of}#${name}`} width="100%" height="100%" />
    </svg>
  );
}

/**
 * The white village with Platero before it. Its layers are all anchored to the ground, so that a band of any width and
 * height shows the tower, the roofs, the sun and the donkey's ears whole.
 * @param look `band`: as wide as the screen. `near`: as wide as a card. `cover`: upright.
 */
export function Village({ hour, look = 'band' }: { hour: Hour; look?: Look }) {
  return (
    <span
      className={`${styles['scene']} ${look === 'band' ? '' : styles[look]}`}
      data-hour={hour}
      aria-hidden="true"
    >
      <Piece of={village} name="stars" at="wide" />
      <Piece of={village} name="sun" at="sun" />
      <Piece of={village} name="hills" at="wide" />
      <Piece of={village} name="town" at="town" />
      <Piece of={village} name="pines" at="pines" />
      <Piece of={village} name="meadow" at="wide" />
      <Piece of={village} name="platero" at="platero" />
      <Piece of={village} name="near" at="wide" />
      <Piece of={village} name="flowers" at="platero" />
    </span>
  );
}

/** The plain with its mills, the knight and his squire. */
export function Mills({ hour, look = 'band' }: { hour: Hour; look?: Look }) {
  return (
    <span
      className={`${styles['scene']} ${look === 'band' ? '' : styles[look]}`}
      data-hour={hour}
      aria-hidden="true"
    >
      <Piece of={village} name="stars" at="wide" />
      <Piece of={village} name="sun" at="sun" />
      <Piece of={village} name="hills" at="wide" />
      <Piece of={mills} name="mill" at="mill" />
      <Piece of={mills} name="mill" at="distant" />
      <Piece of={village} name="meadow" at="wide" />
      <Piece of={mills} name="riders" at="riders" />
      <Piece of={village} name="near" at="wide" />
    </span>
  );
}

/** Three flowers at the end of a chapter's page. */
export function Tailpiece() {
  return (
    <span className={styles['tailpiece']} data-hour="dusk" aria-hidden="true">
      <svg width="80" height="36" aria-hidden="true">
        <use href={`${village}#tailpiece`} />
      </svg>
    </span>
  );
}
