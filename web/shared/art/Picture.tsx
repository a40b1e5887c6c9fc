import styles from './Picture.module.css';
import { dusk, evening, lightOf } from './sky.ts';
import { Village, VillageCover } from './Village.tsx';
import { Mills, WindmillCover } from './Windmill.tsx';

const covers: Readonly<Record<string, () => React.JSX.Element>> = {
  'Platero y Yo': VillageCover,
  'Don Quixote': WindmillCover,
};

/** A book's cover with its title. Decoration: the title stands beside it in words. */
export function Cover({ title }: { title: string }) {
  const Scene = covers[title];
  return (
    <span className={styles['cover']} aria-hidden="true">
      {Scene ? <Scene /> : <span className={styles['blank']} />}
      <b lang="es">{title}</b>
    </span>
  );
}

/** A chapter's picture; fills what it stands in. A book without pictures gets a blank one (spec 8). */
export function ChapterPicture({ bookTitle, chapter = 1 }: { bookTitle: string; chapter?: number }) {
  return (
    <span className={styles['picture']} aria-hidden="true">
      {bookTitle === 'Platero y Yo' && <Village top={130} light={lightOf(chapter, dusk)} />}
      {bookTitle === 'Don Quixote' && <Mills top={130} light={lightOf(chapter, evening)} />}
    </span>
  );
}
