import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router-dom';
import { CallFailure } from '../../../facade/client/failure.ts';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { PageSpinner } from '../../shared/components/feedback/Spinner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { useSession } from '../../shared/session.tsx';
import { useChapter } from './chapter/useChapter.ts';
import { Reading } from './Reading.tsx';
import { loadVisit } from './visit/visit.ts';

/** The single sentence reader (spec 2): loads the chapter, then reads it. */
export default function Reader() {
  const { bookId = '', chapter: chapterInAddress = '' } = useParams();
  const chapter = /^\d{1,3}$/.test(chapterInAddress) ? Number(chapterInAddress) : Number.NaN;
  return Number.isNaN(chapter) ? (
    <Failed messages={['unknown chapter']} />
  ) : (
    <Chapter key={`${bookId} ${chapter}`} bookId={bookId} chapter={chapter} />
  );
}

function Chapter({ bookId, chapter }: { bookId: string; chapter: number }) {
  const { learner } = useSession();
  const { failure, retry, ready, isFresh } = useChapter(bookId, chapter);
  const address = { learner: learner ?? '', bookId, chapter };
  const visit = useQuery({
    queryKey: ['visit', learner, bookId, chapter],
    queryFn: async () => (await loadVisit(address)) ?? null,
    gcTime: 0,
    staleTime: 0,
  });
  const [opened, setOpened] = useState(false);
  const complete = ready !== undefined && isFresh && visit.data !== undefined;
  if (complete && !opened) setOpened(true);

  if (failure instanceof CallFailure && failure.status === 402)
    return (
      <Failed messages={[failure.body?.messageVerbose ?? failure.message]}>
        <ButtonLink to="/profile#subscription">Subscribe</ButtonLink>
      </Failed>
    );
  if (failure) return <Failed messages={[loadFailure(failure)]} onRetry={retry} />;
  if (!ready || (!opened && !complete) || visit.data === undefined)
    return <PageSpinner label="Opening the book…" />;
  if (ready.sentences.length === 0) return <Failed messages={['coming soon']} />;
  return <Reading address={address} data={ready} visit={visit.data} />;
}

function Failed({
  messages,
  onRetry,
  children,
}: {
  messages: readonly string[];
  onRetry?: () => void;
  children?: React.ReactNode;
}) {
  return (
    <main>
      <ErrorState messages={messages} {...(onRetry && { onRetry })}>
        {children}
        <Link to="/library" style={{ textDecoration: 'underline', padding: '10px' }}>
          return to libary
        </Link>
      </ErrorState>
    </main>
  );
}
