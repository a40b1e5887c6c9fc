import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { EmptyState, ErrorState } from '../../shared/components/feedback/States.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, profileQuery } from '../../shared/queries.ts';
import { ReviewLink } from '../../shared/review/ReviewLink.tsx';
import { useClient } from '../../shared/session.tsx';
import { BookCard, BookCardSkeleton } from './BookCard.tsx';
import { ChapterGrid } from './ChapterGrid.tsx';
import styles from './Library.module.css';
import { shelved } from './shelf.ts';

/** The books, or the chapters of the book in the address (spec 2); browser back leads to the books. */
export default function Library() {
  const client = useClient();
  const [address] = useSearchParams();
  const books = useQuery(booksQuery(client));
  // Spec 7: the library fetches the profile again whenever it is opened.
  const profile = useQuery({ ...profileQuery(client), refetchOnMount: 'always' });

  const chosen = books.data?.find(({ id }) => id === address.get('book'));
  usePageTitle(chosen?.title ?? 'Library');

  if (!books.data || !profile.data) {
    const failure = books.error ?? profile.error;
    if (failure)
      return (
        <ErrorState
          messages={[loadFailure(failure)]}
          onRetry={() => void Promise.all([books.refetch(), profile.refetch()])}
        />
      );
    return (
      <div className={styles['library']} aria-busy="true">
        <Head hasRead={false} />
        <div className={styles['shelf']}>
          <BookCardSkeleton />
          <BookCardSkeleton />
        </div>
      </div>
    );
  }

  const hasRead = Object.keys(profile.data.lastRead).length > 0;
  return (
    <div className={styles['library']}>
      {chosen ? (
        <ChapterGrid book={chosen} profile={profile.data} />
      ) : (
        <>
          <Head hasRead={hasRead} />
          {books.data.length > 0 && !hasRead && (
            <p className={styles['placement']}>
              <Link to="/placement">Do you know some Spanish already?</Link>
            </p>
          )}
          {books.data.length === 0 && (
            <EmptyState title="The shelf is empty">
              <p>Books will stand here as soon as there are any.</p>
            </EmptyState>
          )}
          <div className={styles['shelf']}>
            {shelved(books.data).map(book => (
              <BookCard key={book.id} book={book} profile={profile.data} />
            ))}
          </div>
        </>
      )}
    </div>
  );
}

function Head({ hasRead }: { hasRead: boolean }) {
  return (
    <header className={styles['head']}>
      <div>
        <h1>Library</h1>
        <p className={styles['lede']}>
          {hasRead && 'Pick up where you left off. '}Every first chapter is free.
        </p>
      </div>
      <ReviewLink look="outline" />
    </header>
  );
}
