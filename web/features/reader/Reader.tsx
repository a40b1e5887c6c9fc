import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useState } from 'react';
import { useParams } from 'react-router-dom';
import { levelOf } from '../../../domain/vocabulary/vocabulary.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { useOutboxSettled } from '../../shared/outbox/useOutbox.ts';
import { useSession } from '../../shared/session.tsx';
import { type ReaderData, useChapter } from './chapter/useChapter.ts';
import { Reading } from './Reading.tsx';
import { type ChapterRecord, recordOf } from './state/record.ts';
import { forgetVisit, loadVisit } from './state/visit.ts';
import { vocabularyFrom } from './vocabulary/entries.ts';

const ClosedChapter = lazy(() => import('./ClosedChapter.tsx'));

/** The reader (spec 2): loads the chapter, then shows it. */
export default function Reader() {
  const { bookId = '', chapter: chapterInAddress = '' } = useParams();
  const chapter = /^\d{1,3}$/.test(chapterInAddress) ? Number(chapterInAddress) : Number.NaN;
  const learner = useSession().learner ?? '';
  const settled = useOutboxSettled(learner);
  if (Number.isNaN(chapter)) return <Failed messages={['unknown chapter']} />;
  if (!settled) return <PageSpinner label="Opening the book…" />;
  return (
    <Chapter key={`${learner} ${bookId} ${chapter}`} learner={learner} bookId={bookId} chapter={chapter} />
  );
}

function Chapter({ learner, bookId, chapter }: { learner: string; bookId: string; chapter: number }) {
  const queries = useQueryClient();
  const { failure, book, isComing, retry, ready, isFresh } = useChapter(bookId, chapter);
  const [address] = useState({ learner, bookId, chapter });
  const visit = useQuery({
    queryKey: ['visit', learner, bookId, chapter],
    queryFn: async () => (await loadVisit(address)) ?? null,
    gcTime: 0,
    staleTime: 0,
  });
  const record = useQuery({
    queryKey: ['chapter record', learner, bookId, chapter],
    queryFn: () => recordOf(address, () => recordFrom(ready)),
    enabled: ready !== undefined && isFresh,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [opened, setOpened] = useState(false);
  /** How often the chapter was loaded again because its content had changed. */
  const [edition, setEdition] = useState(0);
  /** Meanwhile some replies are of the old content and some of the new. */
  const [isChanging, setChanging] = useState(false);
  const readAgain = useCallback(
    async (contentChanged: boolean) => {
      const learned = [['vocabularies'], ['known-count'], ['profile']];
      const content = [['sentences'], ['word-instances'], ['answers'], ['books']];
      const keys = contentChanged ? [...learned, ...content] : learned;
      if (contentChanged) setChanging(true);
      try {
        await Promise.all(keys.map(queryKey => queries.invalidateQueries({ queryKey })));
      } finally {
        if (contentChanged) setChanging(false);
      }
      if (!contentChanged) return;
      forgetVisit(address);
      setEdition(count => count + 1);
    },
    [queries, address],
  );
  const onOutdated = useCallback(
    (contentChanged: boolean) =>
      void readAgain(contentChanged).catch(error => console.error('the chapter was not read again', error)),
    [readAgain],
  );
  const complete = ready !== undefined && isFresh && visit.data !== undefined && record.data !== undefined;
  if (complete && !opened) setOpened(true);

  const locked =
    failure instanceof CallFailure && failure.status === 402
      ? (failure.body?.messageVerbose ?? failure.message)
      : undefined;
  if (book && (locked !== undefined || isComing || ready?.sentences.length === 0))
    return (
      <Suspense fallback={<PageSpinner label="Opening the book…" />}>
        <ClosedChapter book={book} chapter={chapter} locked={locked} />
      </Suspense>
    );
  if (failure instanceof CallFailure && failure.status === 404)
    return <Failed messages={[loadFailure(failure)]} />;
  if (failure) return <Failed messages={[loadFailure(failure)]} onRetry={retry} />;
  if (!ready || isChanging || (!opened && !complete) || visit.data === undefined || record.data === undefined)
    return <PageSpinner label="Opening the book…" />;
  return (
    <Reading
      key={edition}
      address={address}
      data={ready}
      visit={edition === 0 ? visit.data : null}
      record={record.data}
      corrected={edition > 0}
      onOutdated={onOutdated}
    />
  );
}

/** The state of the learner when the chapter is first opened. */
function recordFrom(data: ReaderData | undefined): ChapterRecord {
  if (!data) return { newFragments: [], knownCount: 0 };
  const vocabulary = vocabularyFrom(data.entries, data.book.language.id);
  const fragments = new Set(data.sentences.flatMap(({ quiz }) => quiz.words).flatMap(word => word.fragments));
  return {
    newFragments: [...fragments].filter(fragment => levelOf(vocabulary, fragment) === 'new'),
    knownCount: data.knownCount,
  };
}

function Failed({ messages, onRetry }: { messages: readonly string[]; onRetry?: () => void }) {
  return (
    <main>
      <ErrorState messages={messages} {...(onRetry && { onRetry })}>
        <Link to="/library" style={{ textDecoration: 'underline', padding: '10px' }}>
          return to libary
        </Link>
      </ErrorState>
    </main>
  );
}
