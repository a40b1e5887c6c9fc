import { useEffect, useRef } from 'react';
import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { PastDueNotice } from '../../shared/billing/PastDueNotice.tsx';
import { useCheckout } from '../../shared/billing/useCheckout.ts';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { whenIdle } from '../../shared/idle.ts';
import styles from './ChapterGrid.module.css';
import { OnThisDevice, useChaptersHere } from './OnThisDevice.tsx';
import { type Book, type Chapter, offerOf, type Profile, percentOf } from './shelf.ts';

/** Chapters that are shown at once, more when more are there. */
const CHAPTERS_SHOWN = 10;

/** All chapters of a book (spec 2, 6): open, to be subscribed to, or coming soon. */
export function ChapterGrid({ book, profile }: { book: Book; profile: Profile }) {
  const checkout = useCheckout();
  const here = useChaptersHere(book);
  const heading = useRef<HTMLHeadingElement>(null);
  // Opening a book changes the page's content, so the focus moves to its title.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  // Prefetches the reader. If this fails, the reader loads it and shows the error.
  useEffect(() => whenIdle(() => void import('../reader/Reader.tsx').catch(() => {})), []);
  // Of a long book most chapters are still to come: some of them show that it goes on.
  const there = book.chapters.findLastIndex(({ available }) => available) + 1;
  const shown = Math.max(CHAPTERS_SHOWN, there);
  const later = book.chapters.slice(shown);
  const grid = (chapters: readonly Chapter[]) => (
    <ul className={styles['grid']}>
      {chapters.map(chapter => (
        <li key={chapter.number}>
          <ChapterCard
            book={book}
            chapter={chapter}
            profile={profile}
            isHere={here.includes(chapter.number)}
            onSubscribe={checkout.begin}
          />
        </li>
      ))}
    </ul>
  );
  return (
    <section>
      <header className={styles['head']}>
        <Link className={styles['back']} to="/library" aria-label="back">
          <Icon name="back" size={24} />
        </Link>
        <h1 ref={heading} tabIndex={-1} lang="es">
          {book.title}
        </h1>
      </header>
      <PastDueNotice profile={profile} />
      {checkout.failed && <Banner type="error">{checkout.failed}</Banner>}
      {grid(book.chapters.slice(0, shown))}
      {later.length > 0 && (
        <details className={styles['later']}>
          <summary>{later.length} more chapters are coming</summary>
          {grid(later)}
        </details>
      )}
    </section>
  );
}

function ChapterCard({
  book,
  chapter,
  profile,
  isHere,
  onSubscribe,
}: {
  book: Book;
  chapter: Chapter;
  profile: Profile;
  /** It can be read on this device without a connection. */
  isHere: boolean;
  onSubscribe: () => void;
}) {
  const offer = offerOf(chapter, profile);
  const percent = percentOf(book, chapter, profile);
  const about = (
    <span className={styles['text']}>
      <b lang="es">{chapter.title}</b>
      <span>
        {offer === 'coming soon' ? 'coming soon' : `Chapter ${chapter.number} · ${chapter.total} sentences`}
      </span>
      {isHere && <OnThisDevice />}
    </span>
  );
  if (offer === 'coming soon')
    return (
      <div className={`${styles['chapter']} ${styles['soon']}`}>
        <span className={styles['number']} aria-hidden="true">
          {chapter.number}
        </span>
        {about}
      </div>
    );
  const picture = (
    <span className={styles['picture']}>
      <ChapterPicture bookTitle={book.title} chapter={chapter.number} near />
      {percent > 0 && (
        <span className={`${styles['ring']} ${percent === 100 ? styles['done'] : ''}`}>
          {percent === 100 ? '✓ 100 %' : `${percent.toFixed(1)} %`}
        </span>
      )}
    </span>
  );
  if (offer === 'open')
    return (
      <Link className={styles['chapter']} to={`/sv/${book.id}/${chapter.number}`}>
        {picture}
        {about}
      </Link>
    );
  return (
    <button type="button" className={styles['chapter']} onClick={onSubscribe}>
      {picture}
      <span className={styles['lock']}>
        <span>
          <Icon name="lock" size={16} />
          Subscribe
        </span>
      </span>
      {about}
    </button>
  );
}
