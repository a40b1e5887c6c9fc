import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, startTransition, useEffect, useState } from 'react';
import { mostQuestions } from '../../../domain/placement/placement.ts';
import { displayedBand } from '../../../domain/vocabulary/bands.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import { creditFragments, placement } from '../../../facade/placement.ts';
import type { vocabularies } from '../../../facade/vocabularies.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { EmptyState, ErrorState } from '../../shared/components/feedback/States.tsx';
import { LanguageChoice } from '../../shared/components/form/LanguageChoice.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { loadFailure, messageOf } from '../../shared/failures.ts';
import { type Language, languagesToRead } from '../../shared/languages.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { booksQuery, profileQuery, vocabulariesQuery } from '../../shared/queries.ts';
import { useClient, useSession } from '../../shared/session.tsx';
import { useCommandId } from '../../shared/useCommandId.ts';
import { BulkOutcome } from '../import/BulkOutcome.tsx';
import { type Book, type Profile, shelved } from '../library/shelf.ts';
import { ContinueReading } from '../review/ContinueReading.tsx';
import { nextToRead } from '../review/next-to-read.ts';
import { Credit } from './Credit.tsx';
import { EstimateChart } from './EstimateChart.tsx';
import styles from './Placement.module.css';
import { Question } from './Question.tsx';
import { nothingToCredit } from './result-counts.ts';
import { type Answer, interruptedPlacement, storeAnswers } from './stored-answers.ts';

/** The placement test: a few questions, an estimate, and credit that the learner confirms (decision 49). */
export default function Placement() {
  const client = useClient();
  const learner = useSession().learner ?? '';
  const [interrupted] = useState(() => interruptedPlacement(learner));
  const [chosen, setChosen] = useState(interrupted?.languageId);
  const books = useQuery(booksQuery(client));
  const entries = useQuery(vocabulariesQuery(client));
  const profile = useQuery(profileQuery(client));
  if (!books.data || !entries.data || !profile.data) {
    const failure = books.error ?? entries.error ?? profile.error;
    if (!failure) return <PageSpinner />;
    return (
      <ErrorState
        messages={[loadFailure(failure)]}
        onRetry={() => void Promise.all([books.refetch(), entries.refetch(), profile.refetch()])}
      />
    );
  }
  const languages = languagesToRead(books.data, profile.data.lastRead);
  const language = languages.find(({ id }) => id === chosen) ?? languages[0];
  if (!language) return <EmptyState heading="h1" title="There is nothing to read yet" />;
  return (
    <PlacementIn
      key={language.id}
      language={language}
      books={books.data.filter(book => book.language.id === language.id)}
      entries={entries.data}
      profile={profile.data}
      resumed={interrupted?.languageId === language.id ? interrupted.answers : []}
      choice={<LanguageChoice languages={languages} chosen={language.id} onChoose={setChosen} />}
    />
  );
}

function PlacementIn({
  language: { id: languageId, name },
  books,
  entries,
  profile,
  resumed,
  choice,
}: {
  language: Language;
  /** The books of this language. */
  books: readonly Book[];
  entries: ReplyOf<typeof vocabularies>;
  profile: Profile;
  /** The answers of an interrupted placement. */
  resumed: readonly Answer[];
  /** Chooses another language, before the first question. */
  choice: ReactNode;
}) {
  const title = `Do you know some ${name} already?`;
  usePageTitle(title);
  const client = useClient();
  const queries = useQueryClient();
  const learner = useSession().learner ?? '';
  const [answers, setAnswers] = useState(resumed);
  const [begun, setBegun] = useState(answers.length > 0);
  const [more, setMore] = useState(false);
  const [crediting, setCrediting] = useState(false);
  const [failed, setFailed] = useState<string>();
  const [credited, setCredited] = useState<{ commandId: string; count: number }>();
  const commandIdFor = useCommandId();
  const shelf = shelved(books).filter(hasFirstChapter);
  const step = useQuery({
    queryKey: ['placement', learner, languageId, answers, more],
    queryFn: ({ signal }) =>
      client.call(placement, { body: { languageId, answers: [...answers], more }, signal }),
    enabled: begun && !credited,
    placeholderData: keepPreviousData,
    retry: false,
  });

  const answer = (given: readonly Answer[]) => {
    setAnswers(given);
    storeAnswers(learner, { languageId, answers: given });
  };
  const forget = () => storeAnswers(learner, { languageId, answers: [] });
  const restart = () => {
    forget();
    setAnswers([]);
    setMore(false);
  };
  // A book was corrected, and its questions have changed.
  const outdated = step.error instanceof CallFailure && step.error.body?.errorField === 'answers';
  useEffect(() => {
    if (!outdated) return;
    setAnswers([]);
    storeAnswers(learner, { languageId, answers: [] });
  }, [outdated, learner, languageId]);

  async function credit(fragments: readonly string[]) {
    setCrediting(true);
    setFailed(undefined);
    const commandId = commandIdFor(fragments);
    try {
      await client.call(creditFragments, {
        commandId,
        body: { languageId, cause: 'placement', fragments: [...fragments] },
      });
      forget();
      setCredited({ commandId, count: fragments.length });
      void queries.invalidateQueries();
    } catch (failure) {
      setFailed(messageOf(failure) ?? 'The server did not answer. Try again to make sure.');
    }
    setCrediting(false);
  }

  const reply = step.data;
  const result = reply?.result;
  const allRight = result !== null && result !== undefined && result.right === answers.length;
  const book = allRight ? shelf.at(-1) : shelf[0];
  const hasRead = Object.keys(profile.lastRead).length > 0;
  const onward = hasRead ? (
    <ContinueReading onward={nextToRead(books, profile)} />
  ) : (
    book && <ButtonLink to={`/sv/${book.id}/1`}>Read {book.title}</ButtonLink>
  );

  if (credited)
    return (
      <BulkOutcome
        says={credited.count === 1 ? '1 fragment is credited' : `${credited.count} fragments are credited`}
        acts={[{ languageId, commandId: credited.commandId }]}
        onward={onward}
      />
    );
  if (step.error && !step.data && !outdated)
    return <ErrorState messages={[loadFailure(step.error)]} onRetry={() => void step.refetch()} />;
  if (!begun)
    return (
      <div className={styles['page']}>
        <h1>{title}</h1>
        <p className={styles['lede']}>
          A few words from the books, twelve to twenty. What you know will not be asked again.
        </p>
        {choice}
        <div className={styles['begin']}>
          {/* The press is painted first, and the other page after it. */}
          <Button look="outline" onClick={() => startTransition(() => setBegun(true))}>
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
  // The first question of another try: the result before is not the answer to it.
  const isRestarting = answers.length === 0 && step.isPlaceholderData;
  if (!reply || isRestarting) return <PageSpinner label="Choosing a question…" />;
  const last = reply.trace.at(-1);

  if (reply.question) {
    // Counted by the reply: while an answer is being sent, its question is still shown.
    const { question } = reply;
    const number = reply.trace.length + 1;
    return (
      <div className={styles['page']}>
        <div className={styles['head']}>
          <h1>{title}</h1>
          <ButtonLink look="quiet" to="/library" onClick={() => forget()}>
            Start from nothing
          </ButtonLink>
        </div>
        <p className={styles['lede']}>A few words from the books. What you know will not be asked again.</p>
        <p className={styles['unseen']} role="status">
          Question {number} of at most {mostQuestions}.{' '}
          {last && `Probably between ${last[0]} and ${last[2]} fragments.`}
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
        <StepHeading>{hasRead ? 'Nothing to credit this time' : 'Then begin at the beginning'}</StepHeading>
        <p className={styles['lede']}>
          {nothingToCredit(answers.length)}
          {hasRead && ' What you have learned stays as it is.'}
        </p>
        <div className={styles['go']}>
          <Button look="quiet" onClick={restart}>
            Try again
          </Button>
          {onward}
        </div>
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
        entries={entries}
        busy={crediting}
        onCredit={fragments => void credit(fragments)}
        onNothing={() => {
          restart();
          setBegun(false);
        }}
        onMore={answers.length < mostQuestions && !more ? () => setMore(true) : undefined}
      />
    </div>
  );
}

/** It has a first chapter with sentences. */
function hasFirstChapter({ chapters }: Book): boolean {
  return chapters.some(({ free, total }) => free && total > 0);
}

function levelsBetween(low: number, high: number): string {
  const [from, to] = [displayedBand(low), displayedBand(high)];
  return from === to ? `That is ${from}.` : `Somewhere from ${from} to ${to}.`;
}
