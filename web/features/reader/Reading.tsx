import { useEffect, useState } from 'react';
import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { useSession } from '../../shared/session.tsx';
import { HelpDialog } from './bar/HelpDialog.tsx';
import { ReaderBar } from './bar/ReaderBar.tsx';
import { ReportDialog } from './bar/ReportDialog.tsx';
import { startSummary, storySoFar } from './chapter/start.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import { useExit } from './exit/useExit.ts';
import { LevelBar } from './level/LevelBar.tsx';
import { LevelUp } from './level/LevelUp.tsx';
import { Refused } from './outbox/Refused.tsx';
import { EndSummary } from './overlays/EndSummary.tsx';
import { LeaveDialog } from './overlays/LeaveDialog.tsx';
import { StartSummary } from './overlays/StartSummary.tsx';
import { AnswerView } from './quiz/AnswerView.tsx';
import { Deck } from './quiz/Deck.tsx';
import { QuestionCard } from './quiz/QuestionCard.tsx';
import { SentenceView } from './quiz/SentenceView.tsx';
import styles from './Reading.module.css';
import { loadWordPopover, SentenceText } from './sentence/SentenceText.tsx';
import { useKeys } from './useKeys.ts';
import { useReading } from './useReading.ts';
import type { Visit, VisitAddress } from './visit/visit.ts';

/** Spec 2: the chapter's title when it has none. */
const DEFAULT_TITLE = 'Capítulo Primero';

interface Props {
  address: VisitAddress;
  data: ReaderData;
  visit: Visit | null;
  /** The chapter was corrected while it was read, and has been loaded again. */
  corrected: boolean;
  /** What was foreseen here is not what the server holds. */
  onOutdated: (contentChanged: boolean) => void;
}

/** A chapter that is being read. */
export function Reading({ address, data, visit, corrected, onOutdated }: Props) {
  const { book, sentences, profile } = data;
  const { isAdmin } = useSession();
  const reading = useReading(address, data, visit, onOutdated);
  const { sentence, place, step, phase, overlay } = reading;
  const chapter = book.chapters.find(({ number }) => number === address.chapter);
  const [explaining, setExplaining] = useState(true);
  const [helping, setHelping] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'help' | 'report' | 'exit' | 'settings' | 'previous' | 'next' | null>(
    null,
  );
  const stepKey = step ? `${place.seed} ${step.question.id}` : place.seed;
  const isHelping = helping === stepKey;
  const help = () => setHelping(isHelping ? null : stepKey);
  /** The admin's arrows ask, as every way out of a begun sentence does. */
  const towards = (direction: 'previous' | 'next') => () => {
    if (reading.isDirty) setDialog(direction);
    else reading.goTo(place.index + (direction === 'next' ? 1 : -1));
  };
  const [previous, next] = [towards('previous'), towards('next')];

  const { isDirty } = reading;
  const { asking, stay, goBack, leaveFor } = useExit(isDirty && overlay === null);

  // Behind the start summary, so that the first tap need not wait.
  useEffect(() => {
    if (overlay === null) loadWordPopover().catch(error => console.error('words cannot be shown', error));
  }, [overlay]);

  const isAsking = step !== undefined && !place.quiz.showingAnswer;
  useKeys(
    overlay || dialog || reading.levelUp || asking
      ? {}
      : {
          ...(isAsking && {
            '0': () => reading.answer(null),
            ...Object.fromEntries(
              step.options.map(({ stored }, index) => [String(index + 1), () => reading.answer(stored)]),
            ),
            ...(step.word !== null && { t: help }),
          }),
          ...(place.quiz.showingAnswer && { e: () => setExplaining(!explaining) }),
          enter: reading.goOn,
          ...(isAdmin && { p: previous, n: next }),
        },
  );

  const exit = () => {
    if (isDirty) setDialog('exit');
    else if (reading.read > 0) reading.showEnd();
    else leaveFor('/library');
  };

  const card = isAsking ? (
    <QuestionCard
      key={stepKey}
      sentence={sentence}
      step={step}
      levelOf={reading.levelOf}
      rightChosen={reading.rightChosen}
      helping={isHelping}
      onHelp={help}
      onChoose={reading.answer}
    />
  ) : step ? (
    <AnswerView
      key={`${stepKey} answer`}
      step={step}
      chosen={place.quiz.answers.at(-1)?.chosen ?? null}
      explaining={explaining}
      onExplain={() => setExplaining(!explaining)}
      onContinue={reading.goOn}
    />
  ) : overlay === null ? (
    <SentenceView
      key={stepKey}
      sentence={sentence}
      read={reading.read}
      ends={reading.isLast ? address.chapter : undefined}
      onContinue={reading.goOn}
      onEnd={reading.showEnd}
    />
  ) : null;

  return (
    <div className={styles['stage']}>
      <div className={styles['picture']}>
        <ChapterPicture bookTitle={book.title} chapter={address.chapter} />
      </div>
      <ReaderBar
        book={book.title}
        chapter={chapter?.title || DEFAULT_TITLE}
        place={place.index + 1}
        total={sentences.length}
        percent={reading.percent}
        waiting={reading.outbox.waiting}
        onExit={exit}
        onHelp={() => setDialog('help')}
        onReport={() => setDialog('report')}
        navigation={isAdmin ? { onPrevious: previous, onNext: next } : undefined}
      />
      <main className={styles['column']}>
        {reading.failure && (
          <Banner type="error" onDismiss={reading.dismissFailure}>
            This mark could not be saved: {reading.failure.message}
          </Banner>
        )}
        <Refused outbox={reading.outbox} />
        <SentenceText
          key={sentence.id}
          sentence={sentence}
          quiz={place.quiz}
          levelOf={reading.levelOf}
          playsWords={profile.settings.autoPlayWordTTS}
          onMark={(fragment, level) => void reading.mark(fragment, level)}
        />
        <Deck card={card} />
      </main>
      <LevelBar knownCount={reading.knownCount} />

      {overlay === 'start' && (
        <StartSummary
          book={book.title}
          chapter={address.chapter}
          chapterTitle={chapter?.title || DEFAULT_TITLE}
          told={startSummary(sentences, {
            index: place.index,
            chapter: address.chapter,
            introduction: chapter?.introduction ?? null,
          })}
          corrected={corrected}
          onStart={reading.start}
          onLeave={leaveFor}
        />
      )}
      {overlay === 'end' && (
        <EndSummary
          book={book.title}
          chapter={address.chapter}
          read={reading.read}
          right={reading.right}
          knownCount={reading.knownCount}
          next={followingChapter(book, address.chapter)}
          story={storySoFar(sentences, phase === 'sentence' ? place.index : place.index - 1)}
          onLeave={leaveFor}
          onResume={reading.isLast && phase === 'sentence' ? undefined : reading.backToSentence}
        />
      )}
      {reading.levelUp && <LevelUp level={reading.levelUp} onEnd={reading.endLevelUp} />}
      {dialog === 'help' && (
        <HelpDialog
          onClose={() => setDialog(null)}
          onSettings={() => (isDirty ? setDialog('settings') : leaveFor('/settings'))}
        />
      )}
      {dialog === 'report' && (
        <ReportDialog
          username={profile.username}
          email={profile.email}
          keys={[
            step?.word ? sentence.wordKeys[step.word] : undefined,
            step ? sentence.clauseKeys[step.clause] : sentence.key,
          ].filter(key => key !== undefined)}
          onClose={() => setDialog(null)}
        />
      )}
      {(dialog === 'exit' || dialog === 'previous' || dialog === 'next') && (
        <LeaveDialog
          onStay={() => setDialog(null)}
          onLeave={() => {
            setDialog(null);
            if (dialog !== 'exit') return reading.goTo(place.index + (dialog === 'next' ? 1 : -1));
            reading.goTo(place.index);
            if (reading.read > 0) reading.showEnd();
            else leaveFor('/library');
          }}
        />
      )}
      {(asking || dialog === 'settings') && (
        <LeaveDialog
          onStay={() => {
            setDialog(null);
            if (asking) stay();
          }}
          onLeave={() => {
            reading.discard();
            if (asking) goBack();
            else leaveFor('/settings');
          }}
        />
      )}
    </div>
  );
}

/** The chapter behind this one, when its content is there. */
function followingChapter({ id, chapters }: ReaderData['book'], chapter: number) {
  const found = chapters.find(({ number, available }) => available && number === Math.max(1, chapter) + 1);
  return found && { address: `/sv/${id}/${found.number}`, title: found.title };
}
