import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useContext, useDeferredValue, useEffect, useMemo, useState } from 'react';
import { mayOpen } from '../../../domain/catalogue/access.ts';
import { questionsAhead } from '../../../domain/quiz/pace.ts';
import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { Button } from '../../shared/components/Button.tsx';
import { whenIdle } from '../../shared/idle.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { PrefetchPage } from '../../shared/prefetch-page.ts';
import { useSession, useSessionActions } from '../../shared/session.tsx';
import { ReaderBar } from './bar/ReaderBar.tsx';
import { EnoughNew } from './chapter/EnoughNew.tsx';
import { sittingText } from './chapter/sitting.ts';
import { startSummary, storySoFar } from './chapter/start.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import {
  EndSummary,
  HelpDialog,
  LeaveDialog,
  LevelUp,
  loadParts,
  Refused,
  ReportDialog,
  SentenceView,
  SoFar,
  Tutorial,
  TypePanel,
} from './lazy-parts.ts';
import { LevelBar } from './level/LevelBar.tsx';
import type { Following } from './overlays/NextChapter.tsx';
import { StartSummary } from './overlays/StartSummary.tsx';
import { Deck } from './quiz/Deck.tsx';
import { Key } from './quiz/Key.tsx';
import { QuestionCard } from './quiz/QuestionCard.tsx';
import { UnaskedView } from './quiz/UnaskedView.tsx';
import styles from './Reading.module.css';
import { loadSentenceSound, loadWordSheet, SentenceText } from './sentence/SentenceText.tsx';
import { readerKeys } from './state/keys.ts';
import type { ChapterRecord } from './state/record.ts';
import { type Card, isCovered, type Visit } from './state/state.ts';
import { announced, type CardView, cardView, shareAnswered, shownStep, whereabouts } from './state/view.ts';
import type { VisitAddress } from './state/visit.ts';
import { useLaterPreferences } from './type/preferences.ts';
import { useFace } from './type/useFace.ts';
import { useKeys } from './useKeys.ts';
import { useReading } from './useReading.ts';

/** Spec 2: the title of a chapter without one. */
const DEFAULT_TITLE = 'Capítulo Primero';

interface Props {
  address: VisitAddress;
  data: ReaderData;
  visit: Visit | null;
  record: ChapterRecord;
  /** The chapter was corrected while it was open, and has been loaded again. */
  corrected: boolean;
  /** Called when the optimistic state differs from the server's. */
  onOutdated: (contentChanged: boolean) => void;
}

/** An open chapter. */
export function Reading({ address, data, visit, record, corrected, onOutdated }: Props) {
  const { book, sentences, profile } = data;
  const { isAdmin } = useSession();
  const reading = useReading(address, data, visit, onOutdated);
  const { state, dispatch } = reading;
  const { place, overlay, dialog, celebration, card } = state;
  const preferences = useLaterPreferences();
  useFace(preferences.face);
  const sentence = sentences[place.index];
  if (!sentence) throw new RangeError(`the chapter has no sentence ${place.index}`);
  const step = shownStep(state);
  // The card renders first after a key; sentence and bar follow in the next frame.
  const later = useDeferredValue(state);
  const behind = later.place.index === place.index ? later : state;
  const levelBehind = useDeferredValue(reading.levelOf);
  // While the start summary is open, the first question is rendered behind it, so that Start only has to show it.
  const isBegun = useDeferredValue(true, false);
  // Its answer view is rendered there once too, so that code and fonts are ready for the first answer.
  const [isRehearsed, setRehearsed] = useState(false);
  useEffect(() => (isBegun ? whenIdle(() => setRehearsed(true)) : undefined), [isBegun]);
  const rehearses = overlay === 'start' && !isRehearsed;
  const view = useMemo<CardView>(() => {
    const shown = cardView(state, sentence);
    return rehearses ? { ...shown, card: 'wrong', chosen: null } : shown;
  }, [state, sentence, rehearses]);
  const hasCard = overlay !== 'start' || (isBegun && step !== undefined && !place.quiz.showingAnswer);
  const chapter = book.chapters.find(({ number }) => number === address.chapter);
  const title = chapter?.title || DEFAULT_TITLE;
  const isLast = place.index === sentences.length - 1;
  const next = following(data, address.chapter);
  usePageTitle(
    overlay === 'end'
      ? `Summary · ${book.title}`
      : `${place.index + 1} of ${sentences.length} · ${book.title}`,
  );

  const endCelebration = useCallback(() => dispatch({ type: 'celebrated' }), [dispatch]);
  // Loads the rest of the reader after the first question is shown, so that everything works if the connection is lost.
  const prefetchPage = useContext(PrefetchPage);
  const session = useSessionActions();
  const queries = useQueryClient();
  useEffect(() => {
    if (overlay !== null) return;
    const keepChapter = async () => {
      const { keepOnDevice } = await import('../../shared/device/keep-on-device.ts');
      keepOnDevice(session, queries, address.learner);
    };
    return loadParts([
      keepChapter,
      loadSentenceSound,
      async () => (await loadWordSheet()).loadBeside(),
      async () => prefetchPage('/library'),
    ]);
  }, [overlay, prefetchPage, session, queries, address.learner]);

  const keys = readerKeys(state, { isAdmin, singleKeys: preferences.keys });
  useKeys(
    isCovered(state)
      ? {}
      : Object.fromEntries(Object.entries(keys).map(([key, action]) => [key, () => dispatch(action)])),
  );

  const { pace, position, wantMore } = reading;
  const sitting = useMemo(() => {
    if (overlay !== 'start' || !state.questionsLoaded) return undefined;
    const { index, read, quiz } = place;
    const [here = 0, ...later] = questionsAhead(pace, position(index));
    const begun = quiz.answers.length > 0 ? quiz.steps.length - quiz.answers.length : here;
    return sittingText(read ? later : [begun, ...later], profile.secondsPerAnswer);
  }, [overlay, state.questionsLoaded, place, pace, position, profile.secondsPerAnswer]);
  const notice = pace.newFragmentsPerDay !== null && <EnoughNew onMore={wantMore} />;

  const draw = (shown: CardView, whole: boolean) =>
    shown.step ? (
      <QuestionCard
        view={shown}
        levelOf={reading.levelOf}
        quiet={overlay === 'start'}
        dispatch={dispatch}
        whole={whole}
      />
    ) : shown.card === 'unasked' ? (
      <UnaskedView key={shown.key} busy={data.isRetrying} onRetry={data.retryQuestions} />
    ) : (
      <Suspense key={shown.key}>
        <SentenceView
          view={shown}
          read={reading.read}
          ends={isLast ? address.chapter : undefined}
          notice={shown.waiting > 0 && notice}
          dispatch={dispatch}
        />
      </Suspense>
    );

  return (
    <div
      className={styles['stage']}
      data-face={preferences.face}
      data-leading={preferences.leading}
      data-width={preferences.width}
      data-keys={preferences.keys ? 'on' : 'off'}
      // The docked actions come with the frame that takes the level bar away.
      data-docked={(isDocked(card) && isDocked(behind.card)) || undefined}
    >
      <div className={styles['picture']}>
        <ChapterPicture bookTitle={book.title} chapter={address.chapter} />
      </div>
      <ReaderBar
        book={book.title}
        chapter={title}
        place={place.index + 1}
        total={sentences.length}
        read={reading.read}
        share={shareAnswered(behind)}
        whereabouts={whereabouts(behind)}
        waiting={reading.outbox.waiting}
        isAdmin={isAdmin}
        dispatch={dispatch}
      />
      <p className={styles['status']} role="status">
        {announced(state)}
      </p>
      {state.knownClause && (
        <div className={styles['toast']} role="status">
          Marked as known.
          <Button
            look="quiet"
            aria-keyshortcuts="U"
            aria-label="Undo: ask me this clause"
            onClick={() => dispatch({ type: 'clause undone' })}
          >
            <Key>U</Key>Undo
          </Button>
        </div>
      )}
      <main className={styles['column']}>
        <div
          className={styles['text']}
          style={{ '--reading-scale': preferences.size / 100 } as React.CSSProperties}
        >
          {reading.outbox.refused.length > 0 && (
            <Suspense>
              <Refused outbox={reading.outbox} />
            </Suspense>
          )}
          <SentenceText
            key={sentence.id}
            sentence={sentence}
            state={behind}
            levelOf={levelBehind}
            playsWords={profile.settings.autoPlayWordTTS}
            // The sound's chunk loads once the text is visible.
            playsSentence={
              overlay === 'start' ? undefined : profile.settings.autoPlaySentenceTTS && overlay === null
            }
            onMark={reading.mark}
            failure={reading.failure}
            languageId={book.language.id}
            onDismissFailure={reading.dismissFailure}
          />
        </div>
        <div className={styles['cards']}>{hasCard && <Deck view={view} draw={draw} />}</div>
      </main>
      {state.tutorial && !overlay ? (
        <Suspense fallback={<LevelBar knownCount={reading.knownCount} />}>
          <Tutorial state={state} onSkip={() => dispatch({ type: 'tutorial skipped' })} />
        </Suspense>
      ) : (
        <LevelBar knownCount={reading.knownCount} />
      )}

      {overlay === 'start' && (
        <StartSummary
          book={book.title}
          chapter={address.chapter}
          chapterTitle={title}
          told={startSummary(sentences, {
            index: place.index,
            chapter: address.chapter,
            introduction: chapter?.introduction ?? null,
          })}
          corrected={corrected}
          sitting={sitting}
          notice={reading.newToday >= (pace.newFragmentsPerDay ?? Number.POSITIVE_INFINITY) && notice}
          finished={
            isLast && place.read
              ? { next, onReread: () => dispatch({ type: 'reread' }), onLeaveFor: reading.leaveFor }
              : undefined
          }
          onStart={() => dispatch({ type: 'started' })}
          onLeave={() => dispatch({ type: 'leaving', way: 'library' })}
        />
      )}
      <Suspense>
        {overlay === 'end' && (
          <EndSummary
            outbox={reading.outbox.queue}
            book={book.title}
            bookId={book.id}
            chapter={address.chapter}
            read={reading.read}
            counted={state.counted}
            title={title}
            sentences={sentences}
            record={record}
            knownCount={reading.knownCount}
            next={next}
            story={storySoFar(sentences, place.read ? place.index : place.index - 1)}
            onLeave={to =>
              to === '/library' ? dispatch({ type: 'leaving', way: 'library' }) : reading.leaveFor(to)
            }
            onResume={isLast && place.read ? undefined : () => dispatch({ type: 'read on' })}
          />
        )}
        {dialog?.name === 'help' && (
          <HelpDialog
            onClose={() => dispatch({ type: 'closed' })}
            onTutorial={() => dispatch({ type: 'tutorial asked for' })}
            onSettings={() => dispatch({ type: 'leaving', way: 'settings' })}
          />
        )}
        {dialog?.name === 'report' && (
          <ReportDialog
            username={profile.username}
            email={profile.email}
            keys={[
              step?.word ? sentence.wordKeys[step.word] : undefined,
              (step && sentence.clauseKeys[step.clause]) ?? sentence.key,
            ].filter(key => key !== undefined)}
            onClose={() => dispatch({ type: 'closed' })}
          />
        )}
        {dialog?.name === 'type' && (
          <TypePanel
            onHelp={() => dispatch({ type: 'opened', dialog: 'help' })}
            onClose={() => dispatch({ type: 'closed' })}
          />
        )}
        {dialog?.name === 'so far' && (
          <SoFar
            title={title}
            sentences={sentences}
            current={place.index}
            read={Math.max(reading.read, place.read ? place.index + 1 : 0)}
            onClose={() => dispatch({ type: 'closed' })}
          />
        )}
        {celebration && (
          <LevelUp
            level={celebration.level}
            still={celebration.still}
            onStill={() => dispatch({ type: 'confetti stopped' })}
            onEnd={endCelebration}
          />
        )}
        {dialog?.name === 'leave' && (
          <LeaveDialog
            onStay={() => dispatch({ type: 'closed' })}
            onLeave={() => dispatch({ type: 'left' })}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Its actions are at the bottom of a phone. */
const isDocked = (card: Card) => card === 'wrong' || card === 'read';

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
