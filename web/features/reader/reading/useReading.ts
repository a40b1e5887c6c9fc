import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../../domain/vocabulary/vocabulary.ts';
import { setHasSeenTutorial } from '../../../../facade/users.ts';
import { afterPaint } from '../../../shared/after-paint.ts';
import { useOutbox } from '../../../shared/outbox/useOutbox.ts';
import { profileQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import type { ReaderData } from '../chapter/useChapter.ts';
import { isDirty, openReader, type ReadingState, type Visit } from '../state/state.ts';
import type { Effect } from '../state/transition.ts';
import { useMachine } from '../state/useMachine.ts';
import { keepVisit, type VisitAddress } from '../state/visit.ts';
import { useVocabulary } from '../vocabulary/useVocabulary.ts';
import { useBookProgress } from './useBookProgress.ts';
import { useChapterOpened } from './useChapterOpened.ts';
import { useExit } from './useExit.ts';
import { useLevelReached } from './useLevelReached.ts';
import { usePace } from './usePace.ts';
import { useSentenceRead } from './useSentenceRead.ts';

/** An open chapter, as components render it. */
export type Reading = ReturnType<typeof useReading>;

/**
 * Connects the reader's state machine to the rest of the app and performs its effects, from opening a chapter to leaving it.
 * @param onOutdated called when the optimistic state differs from the server's, which must then be read again
 */
export function useReading(
  address: VisitAddress,
  data: ReaderData,
  visit: Visit | null,
  onOutdated: (contentChanged: boolean) => void,
) {
  const { bookId, chapter, learner } = address;
  const { sentences, book, profile, knownCount } = data;
  const outbox = useOutbox(learner, onOutdated);
  const { vocabulary, applyOptimistically, mark, knowClause, undoClause, failure, dismissFailure, changed } =
    useVocabulary(data.entries, book.language.id, outbox);
  const levelNow = useCallback((fragment: string): Level => levelOf(vocabulary, fragment), [vocabulary]);
  const isKnown = useCallback((fragment: string) => levelNow(fragment) === 'IV', [levelNow]);
  const lastRead = profile.lastRead[bookId]?.[chapter];
  const { pace, newToday, position, limits, wantsMore, wantMore } = usePace(data, levelNow);
  const sentenceRead = useSentenceRead(address, data, {
    add: outbox.add,
    applyOptimistically,
    levelOf: levelNow,
  });
  const tutorialSeen = useTutorialSeen();

  function perform(effect: Effect, reached: ReadingState) {
    switch (effect.type) {
      case 'keep visit':
        return void afterPaint(() => keepVisit(address, effect.visit));
      case 'sentence read':
        return sentenceRead(effect.place);
      case 'mark clause known': {
        const { commandId, clause, fragments } = effect;
        const sentenceId = sentences[reached.place.index]?.id ?? '';
        return void knowClause(commandId, fragments, { bookId, chapter, sentenceId, clause }).then(
          stored => stored || dispatch({ type: 'clause refused', commandId }),
        );
      }
      case 'undo clause known':
        return void undoClause(effect.commandId);
      case 'tutorial seen':
        return tutorialSeen();
      case 'go':
        if (effect.way === 'back') return exit.goBack();
        return exit.leaveFor(effect.way === 'library' ? '/library' : '/settings');
    }
  }

  const [state, dispatch] = useMachine(
    () =>
      openReader({
        sentences,
        questionsLoaded: data.questionsLoaded,
        lastRead,
        visit,
        named: location.hash.slice(1),
        tutorial: !profile.hasSeenTutorial,
        seed: uuidv7(),
        isKnown,
        limits,
      }),
    isKnown,
    perform,
    limits,
  );
  // Runs after a render in which `limits` has no daily limit any more.
  useEffect(() => {
    if (wantsMore) dispatch({ type: 'planned anew' });
  }, [wantsMore, dispatch]);
  const exit = useExit(isDirty(state) && state.overlay === null, state.dialog?.name === 'leave', () =>
    dispatch({ type: 'leaving', way: 'back' }),
  );

  useEffect(() => {
    if (data.questionsLoaded && !state.questionsLoaded) dispatch({ type: 'questions loaded', sentences });
  }, [data.questionsLoaded, state.questionsLoaded, sentences, dispatch]);

  // Without the hash, a reload continues at the current sentence instead of the linked one.
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);

  // The message of a failed mark is removed with the next sentence.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence begins without an error message.
  useEffect(() => dismissFailure(), [state.place.index, dismissFailure]);

  useChapterOpened(address, outbox);
  useBookProgress(changed);
  useLevelReached(knownCount, dispatch);

  return {
    state,
    dispatch,
    /** Number of sentences of the chapter that were read, in this and earlier visits. */
    read: sentencesRead(sentences, lastRead),
    /** The known count to show: it changes after a celebration. */
    knownCount: state.celebration?.knownBefore ?? knownCount,
    levelOf: levelNow,
    pace,
    newToday,
    position,
    wantMore,
    mark,
    failure,
    dismissFailure,
    outbox,
    leaveFor: exit.leaveFor,
  };
}

function useTutorialSeen() {
  const client = useClient();
  const queries = useQueryClient();
  return () => {
    queries.setQueryData(profileQuery(client).queryKey, now => now && { ...now, hasSeenTutorial: true });
    client
      .call(setHasSeenTutorial, { body: { value: true } })
      .catch(error => console.error('the tutorial will be shown again', error));
  };
}

function sentencesRead(sentences: readonly { readonly id: string }[], lastRead: string | undefined): number {
  if (lastRead === 'finished') return sentences.length;
  return Math.max(
    0,
    sentences.findIndex(({ id }) => id === lastRead),
  );
}
