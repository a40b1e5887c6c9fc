import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { Dots } from '../../../shared/components/Dots.tsx';
import type { ReaderWord } from '../chapter/contents.ts';
import styles from './Fragments.module.css';

/** What the asked word is made of, and how well each part is known. */
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
