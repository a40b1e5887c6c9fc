import { memo } from 'react';
import styles from './Picture.module.css';
import { Scene } from './Scene.tsx';
import scenes from './scenes.json' with { type: 'json' };

type Shown = { readonly drawing: keyof typeof scenes.drawings; readonly hour: string };
type Book = { readonly cover: Shown; readonly chapters: readonly (Shown & { readonly alt: string })[] };

function bookOf(title: string): Book | undefined {
  const books = scenes.books as unknown as Readonly<Record<string, Book>>;
  return Object.hasOwn(books, title) ? books[title] : undefined;
}

/** A book's cover, with its title if the title is not beside it. Always decorative. */
export function Cover({ title }: { title: string }) {
  const book = bookOf(title);
  return (
    <span className={styles['cover']} aria-hidden="true">
      {book ? <Scene {...book.cover} look="cover" /> : <span className={styles['blank']} />}
      <b lang="es">{title}</b>
    </span>
  );
}

/**
 * A chapter's picture (spec 2); fills its container. A chapter without a drawing shows the image in the folder of covers, or a
 * placeholder (spec 7, 8).
 * @param near it is no wider than a card
 * @param described it has an alternative text; otherwise it is decorative
 */
export const ChapterPicture = memo(function ChapterPicture({
  bookTitle,
  chapter = 1,
  near = false,
  described = false,
}: {
  bookTitle: string;
  chapter?: number;
  near?: boolean;
  described?: boolean;
}) {
  const shown = bookOf(bookTitle)?.chapters[chapter - 1];
  if (!shown)
    return (
      <span className={styles['picture']} aria-hidden="true">
        <img
          key={`${bookTitle} ${chapter}`}
          src={`${covers}/${encodeURIComponent(bookTitle)}/chapter${chapter}.jpeg`}
          alt=""
          onError={({ currentTarget: image }) => {
            if (!image.src.endsWith(blank)) image.src = blank;
          }}
        />
      </span>
    );
  const { drawing, hour, alt } = shown;
  return (
    <span className={styles['picture']} aria-hidden={!described || undefined}>
      <Scene drawing={drawing} hour={hour} look={near ? 'near' : 'band'} alt={described ? alt : undefined} />
    </span>
  );
});

const covers = '/img/lesson-covers';
const blank = `${covers}/blank.png`;
