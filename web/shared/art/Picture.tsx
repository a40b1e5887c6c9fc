import { hourOf } from './hours.ts';
import styles from './Picture.module.css';
import { Mills, Village } from './Scene.tsx';

const scenes = {
  'Platero y Yo': { Scene: Village, hour: 'dusk' },
  'Don Quixote': { Scene: Mills, hour: 'evening' },
} as const;

function sceneOf(title: string) {
  return title in scenes ? scenes[title as keyof typeof scenes] : undefined;
}

/** A book's cover, with its title where that does not stand beside it. Decoration in either case. */
export function Cover({ title }: { title: string }) {
  const found = sceneOf(title);
  return (
    <span className={styles['cover']} aria-hidden="true">
      {found ? <found.Scene hour={found.hour} look="cover" /> : <span className={styles['blank']} />}
      <b lang="es">{title}</b>
    </span>
  );
}

/**
 * A chapter's picture; fills what it stands in. A book without pictures gets a blank one (spec 8).
 * @param near it is no wider than a card
 */
export function ChapterPicture({
  bookTitle,
  chapter = 1,
  near = false,
}: {
  bookTitle: string;
  chapter?: number;
  near?: boolean;
}) {
  const found = sceneOf(bookTitle);
  return (
    <span className={styles['picture']} aria-hidden="true">
      {found && <found.Scene hour={hourOf(chapter, found.hour)} look={near ? 'near' : 'band'} />}
    </span>
  );
}
