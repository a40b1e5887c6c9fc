import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { usePrice } from '../../shared/billing/usePrice.ts';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import styles from './ClosedChapter.module.css';
import type { ReaderData } from './chapter/useChapter.ts';
import summary from './overlays/Summary.module.css';

/** A chapter that is coming soon (spec 9), or needs a subscription. Nothing has failed. */
export default function ClosedChapter({
  book,
  chapter,
  locked,
}: {
  book: ReaderData['book'];
  chapter: number;
  /** The server's message if it needs a subscription. */
  locked: string | undefined;
}) {
  const found = book.chapters.find(({ number }) => number === chapter);
  const title = found?.title || `Chapter ${chapter}`;
  usePageTitle(`${title} · ${book.title}`);
  // A chapter that is coming has no picture yet.
  const drawn = found?.available ? chapter : book.chapters.findLast(({ available }) => available)?.number;
  return (
    <main className={styles['page']}>
      <div className={summary['scene']}>
        <ChapterPicture bookTitle={book.title} chapter={drawn ?? chapter} />
      </div>
      <div className={summary['sheet']}>
        {/* A live region, as in the start summary: the page takes the place of a spinner. */}
        <div className={summary['told']} aria-live="polite">
          <h1 lang={found?.title ? 'es' : undefined}>{title}</h1>
          <p className={summary['sitting']}>
            <span lang="es">{book.title}</span>
            {found?.title && `, chapter ${chapter}`}
          </p>
          <p className={summary['story']}>{locked ?? 'coming soon'}</p>
          {locked !== undefined && <Price />}
        </div>
        <div className={summary['actions']}>
          {locked !== undefined && <ButtonLink to="/profile#subscription">Subscribe</ButtonLink>}
          <ButtonLink look={locked === undefined ? 'primary' : 'outline'} to="/library">
            return to libary
          </ButtonLink>
        </div>
      </div>
    </main>
  );
}

function Price() {
  return <p className={summary['sitting']}>{usePrice()}, cancel anytime</p>;
}
