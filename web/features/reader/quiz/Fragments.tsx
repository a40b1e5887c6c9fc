import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { Dots } from '../../../shared/components/Dots.tsx';
import type { ReaderWord } from '../chapter/contents.ts';
import styles from './Fragments.module.css';

/** The fragments of the asked word, with their levels. */
export function Fragments({
  fragments,
  levelOf,
}: {
  fragments: ReaderWord['fragments'];
  levelOf: (fragment: string) => Level;
}) {
  return (
    <span className={styles['parts']} data-fragments>
      {fragments.map(({ id, text }) => (
        <span key={id} className={styles['part']}>
          <span lang="es">{text}</span> <Dots level={levelOf(id)} />
        </span>
      ))}
    </span>
  );
}
