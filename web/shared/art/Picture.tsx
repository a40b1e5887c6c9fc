import styles from './Picture.module.css';
import { Village } from './Village.tsx';
import { Windmill } from './Windmill.tsx';

/** Scenes are drawn per book; one without a picture of its own gets the blank cover (spec 8). */
function Scene({ bookTitle, top }: { bookTitle: string; top: number }) {
  if (bookTitle === 'Platero y Yo') return <Village top={top} />;
  if (bookTitle === 'Don Quixote') return <Windmill />;
  return <span className={styles['blank']} />;
}

/** A book's cover with its title. Decoration: the title stands beside it in words. */
export function Cover({ title }: { title: string }) {
  return (
    <span className={styles['cover']} aria-hidden="true">
      <Scene bookTitle={title} top={60} />
      <b lang="es">{title}</b>
    </span>
  );
}

/** A chapter's picture; fills what it stands in. */
export function ChapterPicture({ bookTitle }: { bookTitle: string }) {
  return (
    <span className={styles['picture']} aria-hidden="true">
      <Scene bookTitle={bookTitle} top={130} />
    </span>
  );
}
