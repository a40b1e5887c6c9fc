import { Marked } from '../../../shared/components/Marked.tsx';
import type { ReaderWord } from '../../reader/chapter/contents.ts';
import { Sheet } from '../../reader/sheet/Sheet.tsx';
import styles from './SampleWord.module.css';

/** A word's meaning and parts. Without buttons for levels, because a visitor has none. */
export default function SampleWord({
  word,
  anchor,
  onClose,
}: {
  word: ReaderWord;
  /** The word on the page. */
  anchor: HTMLElement;
  onClose: () => void;
}) {
  return (
    <Sheet title={word.text} lang="es" anchor={anchor} lede={word.translation} onClose={onClose}>
      {word.skipped ? (
        <p className={styles['soft']}>A {word.skipped}: it is never asked.</p>
      ) : (
        <ul className={styles['fragments']}>
          {word.fragments.map(({ id, text, gloss, lemma, note }) => (
            <li key={id}>
              <b lang="es">{text}</b> <Marked text={gloss} />
              {lemma && lemma !== word.text && (
                <p className={styles['soft']}>
                  from <i lang="es">{lemma}</i>
                </p>
              )}
              {note && (
                <p className={styles['soft']}>
                  <Marked text={note} />
                </p>
              )}
            </li>
          ))}
        </ul>
      )}
    </Sheet>
  );
}
