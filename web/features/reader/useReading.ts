import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { limitsOf } from '../../../domain/quiz/pace.ts';
import { bandOf, displayedBand } from '../../../domain/vocabulary/bands.ts';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../domain/vocabulary/vocabulary.ts';
import { setHasSeenTutorial } from '../../../facade/users.ts';
import { openChapter, updateBookProgress } from '../../../facade/vocabularies.ts';
import { afterPaint } from '../../shared/after-paint.ts';
import type { Message } from '../../shared/outbox/outbox.ts';
import { outcomeOf } from '../../shared/outbox/send.ts';
import { useOutbox } from '../../shared/outbox/useOutbox.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import { movedLastRead } from './chapter/last-read.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import { isDirty, openReader, type Place, type ReadingState, type Visit } from './state/state.ts';
import type { Effect } from './state/transition.ts';
import { useMachine } from './state/useMachine.ts';
import { keepVisit, type VisitAddress } from './state/visit.ts';
import { useExit } from './useExit.ts';
import { judged } from './vocabulary/entries.ts';
import { useVocabulary } from './vocabulary/useVocabulary.ts';

/** Milliseconds between two updates of the book progress (spec 9). */
const PROGRESS_INTERVAL = 600_000;

/**
 * Connects the reader's state machine to the rest of the app and performs its effects, from opening a chapter to leaving it.
 * Components render what it returns.
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
  const client = useClient();
  const queries = useQueryClient();
  const outbox = useOutbox(learner, onOutdated);
  const { add } = outbox;
  const { vocabulary, applyOptimistically, mark, knowClause, undoClause, failure, dismissFailure, changed } =
    useVocabulary(data.entries, book.language.id, outbox);
  const levelNow = useCallback((fragment: string): Level => levelOf(vocabulary, fragment), [vocabulary]);
  const isKnown = useCallback((fragment: string) => levelNow(fragment) === 'IV', [levelNow]);
  const lastRead = profile.lastRead[bookId]?.[chapter];
  /** The learner asked for more new words than their daily limit. */
  const [wantsMore, setWantsMore] = useState(false);
  const pace = useMemo(
    () => (wantsMore ? { ...profile.settings, newFragmentsPerDay: null } : profile.settings),
    [profile.settings, wantsMore],
  );
  const newToday = newAskedOn(today(), profile.newFragments);
  const position = useCallback(
    (index: number) => ({ sentences: sentences.map(({ quiz }) => quiz), index, levelOf: levelNow, newToday }),
    [sentences, levelNow, newToday],
  );
  const limits = useCallback((index: number) => limitsOf(pace, position(index)), [pace, position]);

  /** Spec 4, sentence phase: sends the answers, then last read, and applies both optimistically. */
  function sentenceRead({ index, seed, navigated, quiz: { answers, steps } }: Place) {
    const read = sentences[index];
    if (!read) return;
    const next = sentences[index + 1]?.id ?? 'finished';
    const { id: sentenceId, contentVersion } = read;
    const messages: Message[] = [];
    if (answers.length > 0) {
      const body = { bookId, chapter, sentenceId, contentVersion, answers: [...answers] };
      // The visit keeps the seed: a page that is resumed after a crash, or in another tab, sends the same command.
      messages.push({ kind: 'answers', id: seed, group: seed, body });
    }
    messages.push({
      kind: 'last read',
      id: uuidv7(),
      group: seed,
      body: { bookId, chapter, sentenceId: next, ...(navigated && { navigated }) },
    });
    const kept = outbox.add(messages);
    kept.catch(error => console.error('the sentence could not be kept', error));

    const fragmentsOf = (word: string) => read.quiz.words.find(({ id }) => id === word)?.fragments ?? [];
    const given = judged(steps, answers, fragmentsOf);
    const metNow = new Set(given.flatMap(({ fragments }) => fragments).filter(id => levelNow(id) === 'new'));
    if (given.length > 0)
      applyOptimistically(
        {
          type: 'answer',
          occasion: 'reading',
          book: bookId,
          sentence: sentenceId,
          contentVersion,
          answers: given,
        },
        seed,
        kept,
      );
    queries.setQueryData(profileQuery(client).queryKey, now => {
      if (!now) return now;
      const ofBook = now.lastRead[bookId];
      const ids = sentences.map(({ id }) => id);
      const moved = movedLastRead(ids, { before: ofBook?.[chapter], next, navigated });
      const day = today();
      const newFragments = { day, asked: newAskedOn(day, now.newFragments) + metNow.size };
      if (moved === undefined) return { ...now, newFragments };
      const lastRead = { ...now.lastRead, [bookId]: { ...ofBook, [chapter]: moved } };
      return { ...now, newFragments, lastRead };
    });
  }

  function tutorialSeen() {
    queries.setQueryData(profileQuery(client).queryKey, now => now && { ...now, hasSeenTutorial: true });
    client
      .call(setHasSeenTutorial, { body: { value: true } })
      .catch(error => console.error('the tutorial will be shown again', error));
  }

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

  // Records once that the chapter was opened (spec 4: this sets hasLoggedIn).
  useEffect(() => {
    const [id, body] = [uuidv7(), { bookId, chapter }];
    client.call(openChapter, { body, commandId: id }).catch(async error => {
      console.error('opening the chapter was not recorded yet', error);
      if (outcomeOf(error).outcome === 'later') await add([{ kind: 'opened', id, group: id, body }]);
    });
  }, [client, add, bookId, chapter]);

  // Without the hash, a reload continues at the current sentence instead of the linked one.
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname);
  }, []);

  useEffect(() => {
    const timer = setInterval(() => {
      if (!changed.current) return;
      changed.current = false;
      client
        .call(updateBookProgress)
        .then(({ bookProgress }) =>
          queries.setQueryData(profileQuery(client).queryKey, now => now && { ...now, bookProgress }),
        )
        .catch(error => console.error('the book progress was not updated', error));
    }, PROGRESS_INTERVAL);
    return () => clearInterval(timer);
  }, [client, queries, changed]);

  // The message of a failed mark is removed with the next sentence.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each sentence begins without an error message.
  useEffect(() => dismissFailure(), [state.place.index, dismissFailure]);

  // A new level is celebrated before it is shown.
  const countBefore = useRef(knownCount);
  useLayoutEffect(() => {
    const before = countBefore.current;
    countBefore.current = knownCount;
    if (bandOf(knownCount).from > bandOf(before).from)
      dispatch({ type: 'level reached', level: displayedBand(knownCount), knownBefore: before });
  }, [knownCount, dispatch]);

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
    wantMore: useCallback(() => setWantsMore(true), []),
    mark,
    failure,
    dismissFailure,
    outbox,
    leaveFor: exit.leaveFor,
  };
}

/** The date in UTC, as on the server. */
const today = () => new Date().toISOString().slice(0, 10);
const newAskedOn = (today: string, { day, asked }: ReaderData['profile']['newFragments']) =>
  day === today ? asked : 0;

function sentencesRead(sentences: readonly { readonly id: string }[], lastRead: string | undefined): number {
  if (lastRead === 'finished') return sentences.length;
  return Math.max(
    0,
    sentences.findIndex(({ id }) => id === lastRead),
  );
}
