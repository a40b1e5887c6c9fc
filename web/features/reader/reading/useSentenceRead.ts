import { useQueryClient } from '@tanstack/react-query';
import { v7 as uuidv7 } from 'uuid';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { utcToday } from '../../../shared/day.ts';
import type { Message } from '../../../shared/outbox/outbox.ts';
import type { useOutbox } from '../../../shared/outbox/useOutbox.ts';
import { profileQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { movedLastRead } from '../chapter/last-read.ts';
import type { ReaderData } from '../chapter/useChapter.ts';
import type { Place } from '../state/state.ts';
import type { VisitAddress } from '../state/visit.ts';
import { judged } from '../vocabulary/entries.ts';
import type { useVocabulary } from '../vocabulary/useVocabulary.ts';
import { newAskedOn } from './usePace.ts';

/** Spec 4, sentence phase: sends the answers, then last read, and applies both optimistically. */
export function useSentenceRead(
  { bookId, chapter }: VisitAddress,
  { sentences }: Pick<ReaderData, 'sentences'>,
  {
    add,
    applyOptimistically,
    levelOf,
  }: Pick<ReturnType<typeof useOutbox>, 'add'> &
    Pick<ReturnType<typeof useVocabulary>, 'applyOptimistically'> & { levelOf: (fragment: string) => Level },
) {
  const client = useClient();
  const queries = useQueryClient();

  /** @returns resolves when the outbox has stored them */
  function send({ id: sentenceId, contentVersion }: Sentence, next: string, place: Place): Promise<void> {
    const { seed, navigated, quiz } = place;
    const messages: Message[] = [];
    if (quiz.answers.length > 0) {
      const body = { bookId, chapter, sentenceId, contentVersion, answers: [...quiz.answers] };
      // The visit keeps the seed: a page that is resumed after a crash, or in another tab, sends the same command.
      messages.push({ kind: 'answers', id: seed, group: seed, body });
    }
    messages.push({
      kind: 'last read',
      id: uuidv7(),
      group: seed,
      body: { bookId, chapter, sentenceId: next, ...(navigated && { navigated }) },
    });
    return add(messages);
  }

  /** @returns the number of new fragments that were asked */
  function learn({ id, contentVersion, quiz }: Sentence, place: Place, kept: Promise<void>): number {
    const fragmentsOf = (word: string) => quiz.words.find(({ id }) => id === word)?.fragments ?? [];
    const answers = judged(place.quiz.steps, place.quiz.answers, fragmentsOf);
    const asked = new Set(answers.flatMap(({ fragments }) => fragments).filter(id => levelOf(id) === 'new'));
    if (answers.length > 0)
      applyOptimistically(
        { type: 'answer', occasion: 'reading', book: bookId, sentence: id, contentVersion, answers },
        place.seed,
        kept,
      );
    return asked.size;
  }

  function moveLastRead(next: string, navigated: boolean, newAsked: number): void {
    queries.setQueryData(profileQuery(client).queryKey, now => {
      if (!now) return now;
      const ofBook = now.lastRead[bookId];
      const ids = sentences.map(({ id }) => id);
      const moved = movedLastRead(ids, { before: ofBook?.[chapter], next, navigated });
      const day = utcToday();
      const newFragments = { day, asked: newAskedOn(day, now.newFragments) + newAsked };
      if (moved === undefined) return { ...now, newFragments };
      const lastRead = { ...now.lastRead, [bookId]: { ...ofBook, [chapter]: moved } };
      return { ...now, newFragments, lastRead };
    });
  }

  return (place: Place): void => {
    const sentence = sentences[place.index];
    if (!sentence) return;
    const next = sentences[place.index + 1]?.id ?? 'finished';
    const kept = send(sentence, next, place);
    kept.catch(error => console.error('the sentence could not be kept', error));
    moveLastRead(next, place.navigated, learn(sentence, place, kept));
  };
}

type Sentence = ReaderData['sentences'][number];
