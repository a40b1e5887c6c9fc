import chapters from './chapters.svg?no-inline';
import mills from './mills.svg?no-inline';
import './hours.css';
import styles from './Scene.module.css';
import scenes from './scenes.json' with { type: 'json' };
import village from './village.svg?no-inline';

/** `band`: as wide as the screen. `near`: as wide as a card. `cover`: upright. */
export type Look = 'band' | 'near' | 'cover';

/** The drawings are separate files; the page sets their colours. */
const files: Readonly<Record<string, string>> = { chapters, mills, village };

/**
 * A scene of `scenes.json`, where each piece is written `file#symbol place`. All pieces are anchored to the ground, so that
 * a band of any size shows them completely.
 * @param alt alternative text; without it the scene is decorative
 */
export function Scene({
  drawing,
  hour,
  look = 'band',
  alt,
}: {
  drawing: keyof typeof scenes.drawings;
  hour: string;
  look?: Look;
  alt?: string | undefined;
}) {
  return (
    <span
      className={`${styles['scene']} ${look === 'band' ? '' : styles[look]}`}
      data-hour={hour}
      {...(alt === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': alt })}
    >
      {scenes.drawings[drawing].map(piece => {
        const [source = '', place = ''] = piece.split(' ');
        const [file = '', symbol] = source.split('#');
        return (
          <svg key={piece} className={`${styles['piece']} ${styles[place]}`} aria-hidden="true">
            <use href={`${files[file]}#${symbol}`} width="100%" height="100%" />
          </svg>
        );
      })}
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
