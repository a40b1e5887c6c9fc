import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { displayedBand } from '../../../domain/vocabulary/bands.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { creditFragments, placement } from '../../../facade/placement.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { loadFailure, messageOf } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, vocabulariesQuery } from '../../shared/queries.ts';
import { useClient, useSession } from '../../shared/session.tsx';
import { type Book, shelved } from '../library/shelf.ts';
import { Credit } from './Credit.tsx';
import { Credited } from './Credited.tsx';
import { EstimateChart } from './EstimateChart.tsx';
import styles from './Placement.module.css';
import { Question } from './Question.tsx';
import { type Answer, storeAnswers, storedAnswers } from './stored-answers.ts';

/** What a newcomer knows already: a few questions, an honest estimate, and credit that is confirmed (decision 49). */
export default function Placement() {
  usePageTitle('Do you know some Spanish already?');
  const client = useClient();
  const queries = useQueryClient();
  const learner = useSession().learner ?? '';
  const [answers, setAnswers] = useState<readonly Answer[]>(() => storedAnswers(learner));
  const [begun, setBegun] = useState(answers.length > 0);
  const [more, setMore] = useState(false);
  const [crediting, setCrediting] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [credited, setCredited] = useState<{ commandId: string; count: number }>();
  const books = useQuery(booksQuery(client));
  const entries = useQuery(vocabulariesQuery(client));
  // The shortest first chapter before the longest: beginners begin there.
  const shelf = shelved(books.data ?? [])
    .filter(book => firstLength(book) > 0)
    .toSorted((a, b) => firstLength(a) - firstLength(b));
  const languageId = shelf[0]?.language.id ?? '';
  const step = useQuery({
    queryKey: ['placement', learner, languageId, answers, more],
    queryFn: ({ signal }) =>
      client.call(placement, { body: { languageId, answers: [...answers], more }, signal }),
    enabled: begun && languageId !== '',
    placeholderData: keepPreviousData,
    retry: false,
  });

  const answer = (given: readonly Answer[]) => {
    setAnswers(given);
    storeAnswers(learner, given);
  };
  // A book was corrected: its questions are others now.
  const outdated = step.error instanceof CallFailure && step.error.body?.errorField === 'answers';
  useEffect(() => {
    if (!outdated) return;
    setAnswers([]);
    storeAnswers(learner, []);
  }, [outdated, learner]);

  async function credit(fragments: readonly string[]) {
    setCrediting(true);
    setFailed(undefined);
    const commandId = uuidv7();
    try {
      await client.call(creditFragments, {
        commandId,
        body: { languageId, cause: 'placement', fragments: [...fragments] },
      });
      storeAnswers(learner, []);
      setCredited({ commandId, count: fragments.length });
      void queries.invalidateQueries();
    } catch (failure) {
      setFailed(messageOf(failure) ?? 'The server did not answer. Try again to make sure.');
    }
    setCrediting(false);
  }

  const failure = books.error ?? entries.error ?? (outdated ? null : step.error);
  if (failure)
    return (
      <ErrorState
        messages={[loadFailure(failure)]}
        onRetry={() => void Promise.all([books.refetch(), entries.refetch(), begun && step.refetch()])}
      />
    );
  if (!books.data || !entries.data) return <PageSpinner />;
  const reply = step.data;
  const result = reply?.result;
  const allRight = result !== null && result !== undefined && result.right === answers.length;
  const book = allRight ? shelf.at(-1) : shelf[0];

  if (credited) return <Credited {...credited} languageId={languageId} book={book} />;
  if (!begun)
    return (
      <div className={styles['page']}>
        <h1>Do you know some Spanish already?</h1>
        <p className={styles['lede']}>
          A few words from the books, twelve to twenty. What you know will not be asked again.
        </p>
        <div className={styles['begin']}>
          <Button look="outline" onClick={() => setBegun(true)}>
            A little
          </Button>
          <ButtonLink look="outline" to="/library">
            Not at all
          </ButtonLink>
          <ButtonLink look="outline" to="/import">
            I have a list of words
          </ButtonLink>
        </div>
      </div>
    );
  if (!reply) return <PageSpinner label="Choosing a question…" />;
  const last = reply.trace.at(-1);
  const known = new Set(entries.data.filter(({ level }) => level === 'IV').map(({ _id }) => _id));

  if (reply.question) {
    // Of the reply, not of the answers: while an answer is on its way its question still stands here.
    const { question } = reply;
    const number = reply.trace.length + 1;
    return (
      <div className={styles['page']}>
        <div className={styles['head']}>
          <h1>Do you know some Spanish already?</h1>
          <ButtonLink look="quiet" to="/library" onClick={() => storeAnswers(learner, [])}>
            Start from nothing
          </ButtonLink>
        </div>
        <p className={styles['lede']}>A few words from the books. What you know will not be asked again.</p>
        <p className={styles['unseen']} role="status">
          Question {number} of at most 20. {last && `Probably between ${last[0]} and ${last[2]} fragments.`}
        </p>
        <Question
          question={question}
          number={number}
          busy={step.isPlaceholderData}
          onAnswer={chosen => answer([...answers, { question: question.id, chosen }])}
        />
        {last && (
          <div className={styles['guess']}>
            <p>
              <b>
                Probably between {last[0]} and {last[2]} fragments
              </b>
              {levelsBetween(last[0], last[2])} Each answer narrows it.
            </p>
            <EstimateChart trace={reply.trace} size={reply.size} />
          </div>
        )}
      </div>
    );
  }
  if (!result || !last) return <PageSpinner label="Choosing a question…" />;
  if (result.right === 0 || result.counts.generous === 0)
    return (
      <div className={styles['page']}>
        <StepHeading>Then begin at the beginning</StepHeading>
        <p className={styles['lede']}>
          After {answers.length} questions there is nothing to credit. Every word will be asked when you meet
          it.
        </p>
        {book && <ButtonLink to={`/sv/${book.id}/1`}>Read {book.title}</ButtonLink>}
      </div>
    );
  return (
    <div className={styles['page']}>
      <StepHeading>You know about {last[1]} of the fragments in these books</StepHeading>
      <p className={styles['unseen']} role="status">
        That was the last question. You know about {last[1]} fragments, between {last[0]} and {last[2]}.
      </p>
      <p className={styles['lede']}>
        After {answers.length} questions we are fairly sure it is between {last[0]} and {last[2]} of{' '}
        {reply.size}. {levelsBetween(last[0], last[2])}
      </p>
      {allRight && book && (
        <p className={styles['lede']}>
          All of it was right: <i lang="es">{book.title}</i> may be the book for you.
        </p>
      )}
      <section className={styles['sheet']} aria-label="How the estimate narrowed">
        <EstimateChart trace={reply.trace} size={reply.size} />
      </section>
      {failed && <Banner type="error">{failed}</Banner>}
      <Credit
        result={result}
        bookId={book?.id}
        known={known}
        busy={crediting}
        onCredit={fragments => void credit(fragments)}
        onNothing={() => {
          storeAnswers(learner, []);
          setAnswers([]);
          setMore(false);
          setBegun(false);
        }}
        onMore={answers.length < 20 && !more ? () => setMore(true) : undefined}
      />
    </div>
  );
}

/** Sentences of the first chapter. */
function firstLength({ chapters }: Book): number {
  return chapters.find(({ free }) => free)?.total ?? 0;
}

function levelsBetween(low: number, high: number): string {
  const [from, to] = [displayedBand(low), displayedBand(high)];
  return from === to ? `That is ${from}.` : `Somewhere from ${from} to ${to}.`;
}
