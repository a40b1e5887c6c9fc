import { useState } from 'react';
import { Cover } from '../../shared/art/Picture.tsx';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { ProgressBar } from '../../shared/components/feedback/ProgressBar.tsx';
import { Skeleton } from '../../shared/components/feedback/Skeleton.tsx';
import { Link } from '../../shared/components/Link.tsx';
import styles from './BookCard.module.css';
import { OnThisDevice, useChaptersHere } from './OnThisDevice.tsx';
import { type Book, nextChapter, type Profile, wayIn } from './shelf.ts';

/** A book of the library: its cover links to its chapters, its button to the text. */
export function BookCard({ book, profile }: { book: Book; profile: Profile }) {
  const next = nextChapter(book, profile);
  const here = useChaptersHere(book);
  const chapters = `/library?book=${book.id}`;
  return (
    <article className={styles['book']}>
      <Link to={chapters} aria-label={`${book.title}, all chapters`}>
        <Cover title={book.title} />
      </Link>
      <div className={styles['about']}>
        <h2 lang="es">
          <Link to={chapters}>{book.title}</Link>
        </h2>
        <p className={styles['by']}>
          {book.author}
          {book.published && `, ${book.published}`}
        </p>
        {book.readingLevel && (
          <p className={styles['tag']}>
            <Flag language={book.language.name} />
            <span>Reading level: {book.readingLevel}</span>
          </p>
        )}
      </div>
      <div className={styles['progress']}>
        <ProgressBar label="Vocabulary known" percent={profile.bookProgress[book.id]?.percentKnown ?? 0} />
        {next && here.includes(next.number) && (
          <OnThisDevice>{`Chapter ${next.number} is on this device`}</OnThisDevice>
        )}
        {next ? (
          <ButtonLink to={`/sv/${book.id}/${next.number}`}>{wayIn(book, next, profile)}</ButtonLink>
        ) : (
          <ButtonLink look="outline" to={chapters}>
            See the chapters
          </ButtonLink>
        )}
      </div>
    </article>
  );
}

export function BookCardSkeleton() {
  return (
    <div className={styles['book']}>
      <div className={styles['blank']}>
        <Skeleton height="100%" />
      </div>
      <div className={styles['about']}>
        <Skeleton width="60%" height="1.800em" />
        <Skeleton width="80%" />
        <Skeleton width="50%" />
      </div>
      <div className={styles['progress']}>
        <Skeleton height="48px" />
      </div>
    </div>
  );
}

/** The flag of the language; its name for a language without one, and offline for a flag that was not loaded before. */
function Flag({ language }: { language: string }) {
  const [failed, setFailed] = useState(false);
  if (language !== 'Spanish' || failed) return <span>In {language}.</span>;
  return (
    <img
      src="/img/flags/Spanish.png"
      alt="In Spanish."
      width={24}
      height={16}
      onError={() => setFailed(true)}
    />
  );
}
