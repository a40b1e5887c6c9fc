import { Suspense, useCallback, useMemo } from 'react';
import { mayOpen } from '../../../domain/catalogue/access.ts';
import { questionsAhead } from '../../../domain/quiz/pace.ts';
import type { ReaderSentence } from './chapter/contents.ts';
import { EnoughNew } from './chapter/EnoughNew.tsx';
import { sittingText } from './chapter/sitting.ts';
import { startSummary, storySoFar } from './chapter/start.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import {
  EndSummary,
  HelpDialog,
  LeaveDialog,
  LevelUp,
  ReportDialog,
  SoFar,
  TypePanel,
} from './lazy-parts.ts';
import type { Following } from './overlays/NextChapter.tsx';
import { StartSummary } from './overlays/StartSummary.tsx';
import type { Reading } from './reading/useReading.ts';
import type { ChapterRecord } from './state/record.ts';
import type { Celebration } from './state/state.ts';
import { shownStep } from './state/view.ts';

interface Props {
  /** Of the chapter. */
  title: string;
  sentence: ReaderSentence;
  number: number;
  data: ReaderData;
  reading: Reading;
}

/** What lies over the page: the summaries at the start and at the end, the dialogs, and the celebration of a level. */
export function Overlays({
  record,
  corrected,
  ...props
}: Props & {
  record: ChapterRecord;
  /** The chapter was corrected while it was open, and has been loaded again. */
  corrected: boolean;
}) {
  const { overlay, celebration } = props.reading.state;
  return (
    <>
      {overlay === 'start' && <Start {...props} corrected={corrected} />}
      <Suspense>
        {overlay === 'end' && <End {...props} record={record} />}
        <OpenDialog {...props} />
        {celebration && <LevelReached celebration={celebration} reading={props.reading} />}
      </Suspense>
    </>
  );
}

function Start({ title, number, data, reading, corrected }: Props & { corrected: boolean }) {
  const { book, sentences } = data;
  const { state, dispatch, pace, newToday } = reading;
  const { index, read } = state.place;
  const chapter = book.chapters.find(chapter => chapter.number === number);
  const isFinished = index === sentences.length - 1 && read;
  return (
    <StartSummary
      book={book.title}
      chapter={number}
      chapterTitle={title}
      told={startSummary(sentences, {
        index,
        chapter: number,
        introduction: chapter?.introduction ?? null,
      })}
      corrected={corrected}
      sitting={useSitting(data, reading)}
      notice={
        pace.newFragmentsPerDay !== null &&
        newToday >= pace.newFragmentsPerDay && <EnoughNew onMore={reading.wantMore} />
      }
      finished={
        isFinished
          ? {
              next: following(data, number),
              onReread: () => dispatch({ type: 'reread' }),
              onLeaveFor: reading.leaveFor,
            }
          : undefined
      }
      onStart={() => dispatch({ type: 'started' })}
      onLeave={() => dispatch({ type: 'leaving', way: 'library' })}
    />
  );
}

/** How long the rest of the chapter takes; undefined before its questions have loaded. */
function useSitting({ profile }: ReaderData, { state, pace, position }: Reading): string | undefined {
  const { questionsLoaded, place } = state;
  return useMemo(() => {
    if (!questionsLoaded) return undefined;
    const { index, read, quiz } = place;
    const [here = 0, ...later] = questionsAhead(pace, position(index));
    const begun = quiz.answers.length > 0 ? quiz.steps.length - quiz.answers.length : here;
    return sittingText(read ? later : [begun, ...later], profile.secondsPerAnswer);
  }, [questionsLoaded, place, pace, position, profile.secondsPerAnswer]);
}

function End({ title, number, data, reading, record }: Props & { record: ChapterRecord }) {
  const { book, sentences } = data;
  const { state, dispatch } = reading;
  const { index, read } = state.place;
  const isOver = index === sentences.length - 1 && read;
  return (
    <EndSummary
      outbox={reading.outbox.queue}
      book={book.title}
      bookId={book.id}
      chapter={number}
      read={reading.read}
      counted={state.counted}
      title={title}
      sentences={sentences}
      record={record}
      knownCount={reading.knownCount}
      next={following(data, number)}
      story={storySoFar(sentences, read ? index : index - 1)}
      onLeave={to =>
        to === '/library' ? dispatch({ type: 'leaving', way: 'library' }) : reading.leaveFor(to)
      }
      onResume={isOver ? undefined : () => dispatch({ type: 'read on' })}
    />
  );
}

function OpenDialog({ title, sentence, data: { profile, sentences }, reading }: Props) {
  const { state, dispatch } = reading;
  const { place } = state;
  const close = () => dispatch({ type: 'closed' });
  switch (state.dialog?.name) {
    case 'help':
      return (
        <HelpDialog
          onClose={close}
          onTutorial={() => dispatch({ type: 'tutorial asked for' })}
          onSettings={() => dispatch({ type: 'leaving', way: 'settings' })}
        />
      );
    case 'report': {
      const step = shownStep(state);
      const word = step?.word ? sentence.wordKeys[step.word] : undefined;
      const clause = (step && sentence.clauseKeys[step.clause]) ?? sentence.key;
      return (
        <ReportDialog
          username={profile.username}
          email={profile.email}
          keys={word === undefined ? [clause] : [word, clause]}
          onClose={close}
        />
      );
    }
    case 'type':
      return <TypePanel onHelp={() => dispatch({ type: 'opened', dialog: 'help' })} onClose={close} />;
    case 'so far':
      return (
        <SoFar
          title={title}
          sentences={sentences}
          current={place.index}
          read={Math.max(reading.read, place.read ? place.index + 1 : 0)}
          onClose={close}
        />
      );
    case 'leave':
      return <LeaveDialog onStay={close} onLeave={() => dispatch({ type: 'left' })} />;
    default:
      return null;
  }
}

function LevelReached({
  celebration,
  reading: { dispatch },
}: {
  celebration: Celebration;
  reading: Reading;
}) {
  const end = useCallback(() => dispatch({ type: 'celebrated' }), [dispatch]);
  return (
    <LevelUp
      level={celebration.level}
      still={celebration.still}
      onStill={() => dispatch({ type: 'confetti stopped' })}
      onEnd={end}
    />
  );
}

/** The next chapter, if its content is available. */
function following({ book: { id, chapters }, profile }: ReaderData, chapter: number): Following | undefined {
  const found = chapters.find(({ number, available }) => available && number === Math.max(1, chapter) + 1);
  const reader = { roles: profile.roles, subscribed: profile.activeSubscription };
  return (
    found && {
      address: `/sv/${id}/${found.number}`,
      title: found.title,
      isOpen: mayOpen(found.number, reader),
    }
  );
}
