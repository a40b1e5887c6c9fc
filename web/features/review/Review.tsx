import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
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

/**
 * A sitting's questions, and what was known before it. That does not change when the vocabulary is read again, because a
 * sitting adds its own answers to it.
 */
interface Begun {
  readonly questions: readonly Question[];
  readonly levelsBefore: (fragment: string) => Level;
  readonly knownBefore: number;
  readonly policy: LevelPolicy | undefined;
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
  const [begun, setBegun] = useState<Begun | 'nothing to ask'>();
  const [starting, setStarting] = useState<'no' | 'yes' | 'failed'>('no');
  usePageTitle('Review');

  const bookTitle = books.data?.find(({ id }) => id === asked.bookId)?.title;
  const onward = nextToRead(books.data, profile.data);

  async function start({ count, mistakesFirst }: Choice) {
    setStarting('yes');
    try {
      const { questions } = await client.call(review, {
        query: { ...asked, limit: count, ...(mistakesFirst && { mistakes: 'first' as const }) },
      });
      const language = questions[0]?.book.language;
      setBegun(language === undefined ? 'nothing to ask' : { questions, ...(await before(language)) });
      setStarting('no');
    } catch (error) {
      console.error('the review could not begin', error);
      setStarting('failed');
    }
  }

  async function before(language: string): Promise<Omit<Begun, 'questions'>> {
    const [known, { knownCount, policy }] = await Promise.all([
      queries.fetchQuery(vocabulariesQuery(client)),
      queries.fetchQuery(knownCountQuery(client, language)),
    ]);
    const vocabulary = vocabularyFrom(known, language);
    return { levelsBefore: fragment => levelOf(vocabulary, fragment), knownBefore: knownCount, policy };
  }

  if (begun && begun !== 'nothing to ask')
    return (
      <Sitting
        {...begun}
        secondsPerAnswer={figures.data?.secondsPerAnswer ?? null}
        asked={asked.fragments ? {} : asked}
        onward={onward}
        onMore={() => {
          setBegun(undefined);
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
        {figures.data && entries.data ? (
          <SittingStart
            figures={begun ? { ...figures.data, due: 0 } : figures.data}
            mistakesOf={placeOf(asked, bookTitle)}
            chosen={asked.fragments !== undefined}
            starting={starting}
            onward={onward}
            onStart={choice => void start(choice)}
          />
        ) : failure ? (
          <ErrorState
            messages={[loadFailure(failure)]}
            onRetry={() => void Promise.all([figures.refetch(), entries.refetch()])}
          />
        ) : (
          <PageSpinner label="Looking what is due…" />
        )}
      </main>
    </div>
  );
}
