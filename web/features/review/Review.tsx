import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../domain/vocabulary/vocabulary.ts';
import { review } from '../../../facade/review.ts';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { useOutboxSettled } from '../../shared/outbox/useOutbox.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, knownCountQuery, profileQuery, vocabulariesQuery } from '../../shared/queries.ts';
import { dueQuery } from '../../shared/review/due.ts';
import { useClient, useSession } from '../../shared/session.tsx';
import { vocabularyFrom } from '../reader/vocabulary/entries.ts';
import { Bar } from './Bar.tsx';
import { nextToRead } from './next-to-read.ts';
import type { Question } from './questions.ts';
import styles from './Review.module.css';
import { Sitting } from './Sitting.tsx';
import { type Choice, SittingStart } from './SittingStart.tsx';
import { placeOf, scopeIn } from './scope.ts';
import { useUnsentAnswer } from './useSitting.ts';

/** Fragments that are due, asked in sentences the learner has read. */
export default function Review() {
  const learner = useSession().learner ?? '';
  useUnsentAnswer();
  // The server still counts fragments as due whose answers wait in the outbox.
  const settled = useOutboxSettled(learner);
  return settled ? <ReviewScreen key={learner} /> : <PageSpinner label="Looking what is due…" />;
}

function ReviewScreen() {
  const client = useClient();
  const queries = useQueryClient();
  const [address, setAddress] = useSearchParams();
  const asked = scopeIn(address);
  const figures = useQuery({ ...dueQuery(client, asked), refetchOnMount: 'always', staleTime: 0 });
  const books = useQuery(booksQuery(client));
  const profile = useQuery(profileQuery(client));
  const entries = useQuery({ ...vocabulariesQuery(client), refetchOnMount: 'always' });
  const [questions, setQuestions] = useState<readonly Question[]>();
  const [starting, setStarting] = useState<'no' | 'yes' | 'failed'>('no');
  const language = questions?.[0]?.book.language ?? '';
  const known = useQuery({ ...knownCountQuery(client, language), enabled: language !== '' });
  usePageTitle('Review');

  const data = entries.data;
  const levelsBefore = useCallback(
    (fragment: string): Level =>
      data && language ? levelOf(vocabularyFrom(data, language), fragment) : 'new',
    [data, language],
  );
  const bookTitle = books.data?.find(({ id }) => id === asked.bookId)?.title;
  const onward = nextToRead(books.data, profile.data);

  async function start({ count, mistakesFirst }: Choice) {
    setStarting('yes');
    try {
      const found = await client.call(review, {
        query: { ...asked, limit: count, ...(mistakesFirst && { mistakes: 'first' as const }) },
      });
      setQuestions(found.questions);
      setStarting('no');
    } catch (error) {
      console.error('the review could not begin', error);
      setStarting('failed');
    }
  }

  if (questions && questions.length > 0 && data && (known.data || known.error))
    return (
      <Sitting
        questions={questions}
        levelsBefore={levelsBefore}
        knownBefore={known.data?.knownCount ?? 0}
        policy={known.data?.policy}
        secondsPerAnswer={figures.data?.secondsPerAnswer ?? null}
        asked={asked.fragments ? {} : asked}
        onward={onward}
        onMore={() => {
          setQuestions(undefined);
          if (asked.fragments) setAddress({});
          void queries.invalidateQueries({ queryKey: ['review'] });
        }}
      />
    );
  const failure = figures.error ?? entries.error;
  return (
    <div className={styles['stage']}>
      <Bar>{null}</Bar>
      <main className={styles['column']}>
        {failure ? (
          <ErrorState
            messages={[loadFailure(failure)]}
            onRetry={() => void Promise.all([figures.refetch(), entries.refetch()])}
          />
        ) : !figures.data || !data || (questions && questions.length > 0) ? (
          <PageSpinner label="Looking what is due…" />
        ) : (
          <SittingStart
            figures={questions ? { ...figures.data, due: 0 } : figures.data}
            mistakesOf={placeOf(asked, bookTitle)}
            chosen={asked.fragments !== undefined}
            starting={starting}
            onward={onward}
            onStart={choice => void start(choice)}
          />
        )}
      </main>
    </div>
  );
}
