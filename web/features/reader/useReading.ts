import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { uuidv7 } from 'uuidv7';
import {
  choose,
  currentStep,
  enter,
  phaseOf,
  proceed,
  type Quiz,
  resume,
} from '../../../domain/quiz/quiz.ts';
import { bandOf, displayedBand } from '../../../domain/vocabulary/bands.ts';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { levelOf } from '../../../domain/vocabulary/vocabulary.ts';
import { openChapter, updateBookProgress } from '../../../facade/vocabularies.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import { movedLastRead } from './chapter/last-read.ts';
import { startIndex } from './chapter/start.ts';
import type { ReaderData } from './chapter/useChapter.ts';
import type { Message } from './outbox/outbox.ts';
import { useOutbox } from './outbox/useOutbox.ts';
import { forgetVisit, keepVisit, type Visit, type VisitAddress } from './visit/visit.ts';
import { judged } from './vocabulary/entries.ts';
import { useVocabulary } from './vocabulary/useVocabulary.ts';

/** Milliseconds that a right answer is shown before the next question slides in (spec 9). */
const COOLDOWN = 500;
/** Milliseconds between two updates of the book progress (spec 9). */
const PROGRESS_INTERVAL = 600_000;

/** Where the reader stands: a sentence and its quiz. */
interface Place {
  readonly index: number;
  readonly seed: string;
  /** The reader went here on purpose, which may move last read back. */
  readonly navigated: boolean;
  /** Fragments known when the sentence was entered. */
  readonly known: readonly string[];
  readonly quiz: Quiz;
}

/**
 * Everything that happens between opening a chapter and leaving it. Screens draw what this returns.
 * @param onOutdated what was foreseen here is not what the server holds, and must be read again
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
  const { vocabulary, applyOptimistically, mark, failure, dismissFailure, changed } = useVocabulary(
    data.entries,
    book.language.id,
  );
  const levelNow = useCallback((fragment: string): Level => levelOf(vocabulary, fragment), [vocabulary]);

  const entered = useCallback(
    (
      index: number,
      { kept, navigated = false }: { kept?: Visit | null; navigated?: boolean } = {},
    ): Place => {
      const sentence = sentences[index];
      if (!sentence) throw new RangeError(`the chapter has no sentence ${index}`);
      const fits = kept?.sentence === sentence.id && kept.contentVersion === sentence.contentVersion;
      const seed = fits ? kept.seed : uuidv7();
      const known = fits
        ? kept.known
        : sentence.quiz.words.flatMap(word => word.fragments).filter(id => levelNow(id) === 'IV');
      const quiz = enter(sentence.quiz, id => (known.includes(id) ? 'IV' : 'new'), seed);
      return { index, seed, navigated, known, quiz: fits ? resume(quiz, kept.answers) : quiz };
    },
    [sentences, levelNow],
  );
  const [place, setPlace] = useState<Place>(() =>
    entered(startIndex(sentences, profile.lastRead[bookId]?.[chapter]), { kept: visit }),
  );
  const [overlay, setOverlay] = useState<'start' | 'end' | null>('start');
  const [read, setRead] = useState(0);
  const [right, setRight] = useState(0);
  const [rightChosen, setRightChosen] = useState(false);
  const [levelUp, setLevelUp] = useState<string | null>(null);
  const asked = useRef(performance.now());
  /** Times a sentence was entered that have been told already, and the sentences that were read on this visit. */
  const told = useRef(new Set<string>());
  const readHere = useRef(new Set<string>());

  const sentence = sentences[place.index];
  if (!sentence) throw new RangeError(`the chapter has no sentence ${place.index}`);
  const isLast = place.index === sentences.length - 1;
  const phase = phaseOf(place.quiz);
  const isDirty = phase !== 'sentence' && place.quiz.answers.length > 0;

  // The server is told once that the chapter was opened (spec 4: this marks hasLoggedIn).
  useEffect(() => {
    client
      .call(openChapter, { body: { bookId, chapter } })
      .catch(error => console.error('opening the chapter was not recorded', error));
  }, [client, bookId, chapter]);

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

  /** Spec 4, sentence phase: answers, then last read; marked, counted, and foreseen in the vocabulary. */
  const finish = useCallback(
    (done: Place) => {
      const finished = sentences[done.index];
      if (!finished || told.current.has(done.seed)) return;
      told.current.add(done.seed);
      const next = sentences[done.index + 1]?.id ?? 'finished';
      const { answers, steps } = done.quiz;
      const messages: Message[] = [];
      if (answers.length > 0)
        messages.push({
          kind: 'answers',
          id: uuidv7(),
          group: done.seed,
          body: {
            bookId,
            chapter,
            sentenceId: finished.id,
            contentVersion: finished.contentVersion,
            answers: answers.map(answer => ({ ...answer })),
          },
        });
      const { navigated } = done;
      messages.push({
        kind: 'last read',
        id: uuidv7(),
        group: done.seed,
        body: { bookId, chapter, sentenceId: next, ...(navigated && { navigated }) },
      });
      outbox.add(messages).catch(error => console.error('the sentence could not be kept', error));
      forgetVisit(address);

      const fragmentsOf = (word: string) =>
        finished.quiz.words.find(({ id }) => id === word)?.fragments ?? [];
      const given = judged(steps, answers, fragmentsOf);
      if (given.length > 0)
        applyOptimistically({
          type: 'answer',
          occasion: 'reading',
          book: bookId,
          sentence: finished.id,
          contentVersion: finished.contentVersion,
          answers: given,
        });
      queries.setQueryData(profileQuery(client).queryKey, now => {
        if (!now) return now;
        const ofBook = now.lastRead[bookId];
        const moved = movedLastRead(
          sentences.map(({ id }) => id),
          { before: ofBook?.[chapter], next, navigated },
        );
        if (moved === undefined) return now;
        return { ...now, lastRead: { ...now.lastRead, [bookId]: { ...ofBook, [chapter]: moved } } };
      });
      setRead(readHere.current.add(finished.id).size);
      setRight(count => count + given.filter(one => one.right).flatMap(one => one.fragments).length);
    },
    [address, bookId, chapter, applyOptimistically, client, outbox.add, queries, sentences],
  );

  /** Takes a new state of the quiz: kept for a reload while questions are open, finished when none is left. */
  const settle = useCallback(
    (next: Place) => {
      asked.current = performance.now();
      setPlace(next);
      const now = sentences[next.index];
      if (phaseOf(next.quiz) === 'sentence') finish(next);
      else if (now && next.quiz.answers.length > 0)
        keepVisit(address, {
          sentence: now.id,
          contentVersion: now.contentVersion,
          seed: next.seed,
          known: next.known,
          answers: next.quiz.answers,
        });
    },
    [address, finish, sentences],
  );

  // A known count that rises into the next level is celebrated once the sentence shows it.
  const bandBefore = useRef(bandOf(knownCount).from);
  useEffect(() => {
    const band = bandOf(knownCount);
    if (band.from > bandBefore.current) setLevelUp(displayedBand(knownCount));
    bandBefore.current = band.from;
  }, [knownCount]);

  const locked = rightChosen || levelUp !== null || overlay !== null;
  return {
    sentence,
    place,
    phase,
    step: currentStep(place.quiz),
    isLast,
    isDirty,
    overlay,
    read,
    right,
    rightChosen,
    levelUp,
    knownCount,
    levelOf: levelNow,
    mark,
    outbox,
    failure,
    dismissFailure,
    percent: ((place.index + (phase === 'sentence' ? 1 : 0)) / sentences.length) * 100,
    start() {
      setOverlay(null);
      settle(place);
    },
    answer(chosen: number | null) {
      if (locked) return;
      const next = { ...place, quiz: choose(place.quiz, chosen, performance.now() - asked.current) };
      if (next.quiz === place.quiz) return;
      if (chosen !== 0) return settle(next);
      setRightChosen(true);
      setTimeout(() => {
        setRightChosen(false);
        settle(next);
      }, COOLDOWN);
    },
    goOn() {
      if (levelUp !== null || overlay !== null) return;
      if (place.quiz.showingAnswer) settle({ ...place, quiz: proceed(place.quiz) });
      else if (phase === 'sentence' && !isLast) settle(entered(place.index + 1));
    },
    /** The admin's arrows (spec 2): goes there without telling the server until the sentence is read. */
    goTo(index: number) {
      if (locked || !sentences[index]) return;
      forgetVisit(address);
      settle(entered(index, { navigated: true }));
    },
    discard: () => forgetVisit(address),
    showEnd: () => setOverlay('end'),
    backToSentence: () => setOverlay(null),
    endLevelUp: useCallback(() => setLevelUp(null), []),
  };
}
