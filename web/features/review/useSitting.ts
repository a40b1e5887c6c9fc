import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { answered, type LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { type Level, thirds } from '../../../domain/vocabulary/levels.ts';
import {
  forgetHeldAnswer,
  holdAnswer,
  releaseLeftAnswer,
  sittingLock,
} from '../../shared/outbox/held-answer.ts';
import type { Message } from '../../shared/outbox/outbox.ts';
import { useOutbox } from '../../shared/outbox/useOutbox.ts';
import { useSession } from '../../shared/session.tsx';
import { COOLDOWN } from '../reader/state/useMachine.ts';
import type { Question } from './questions.ts';
import { begin, proceed, type SittingAction, type SittingEffect } from './sitting.ts';

const logFailure = (error: unknown) => console.error('an answer could not be kept', error);

/** A fragment that an answer raised. */
export interface Moved {
  readonly id: string;
  readonly text: string;
  readonly to: Level;
}

/** The command for an answer: an ordinary answer of its sentence. */
function messageOf(
  { id, book, chapter, sentence }: Question,
  chosen: number | null,
  milliseconds: number,
): Message {
  const command = uuidv7();
  return {
    kind: 'answers',
    id: command,
    group: command,
    body: {
      bookId: book.id,
      chapter,
      sentenceId: sentence.id,
      contentVersion: sentence.contentVersion,
      occasion: 'review',
      answers: [{ question: id, chosen, milliseconds }],
    },
  };
}

/** Sends an answer that an earlier sitting stored but could not send, because its page was closed. */
export function useUnsentAnswer(): void {
  const learner = useSession().learner ?? '';
  const { add } = useOutbox(learner, doNothing);
  useEffect(() => {
    releaseLeftAnswer(learner, { add }).catch(logFailure);
  }, [learner, add]);
}
const doNothing = () => {};

/**
 * Runs a sitting: its state, and the sending of its answers.
 * @param levelOf the levels before the sitting
 */
export function useSitting(
  questions: readonly Question[],
  levelOf: (fragment: string) => Level,
  policy: LevelPolicy | undefined,
) {
  const learner = useSession().learner ?? '';
  const queries = useQueryClient();
  const readAgain = useCallback(() => {
    for (const key of ['vocabularies', 'known-count', 'profile', 'review'])
      void queries.invalidateQueries({ queryKey: [key] });
  }, [queries]);
  const outbox = useOutbox(learner, readAgain);
  const [sitting, setSitting] = useState(() => begin(questions.length, performance.now()));
  const now = useRef(sitting);
  const messages = useRef(new Map<number, Message>());
  /** Answers that the outbox is about to store. */
  const [storing, setStoring] = useState(0);
  const { add } = outbox;

  const perform = useCallback(
    (effect: SittingEffect) => {
      if (effect.type === 'forget') {
        const taken = messages.current.get(now.current.answers.length);
        return void forgetHeldAnswer(learner, taken?.id).catch(logFailure);
      }
      const question = questions[effect.index];
      if (!question) return;
      if (effect.type === 'keep') {
        const { chosen, milliseconds } = effect.answer;
        const message = messageOf(question, chosen, milliseconds);
        messages.current.set(effect.index, message);
        return void holdAnswer(learner, message).catch(logFailure);
      }
      const message = messages.current.get(effect.index);
      if (!message) return;
      setStoring(count => count + 1);
      add([message])
        .then(() => forgetHeldAnswer(learner, message.id))
        .catch(logFailure)
        .finally(() => setStoring(count => count - 1));
    },
    [questions, learner, add],
  );
  const dispatch = useCallback(
    (action: SittingAction) => {
      const [next, effects] = proceed(now.current, action, performance.now());
      now.current = next;
      setSitting(next);
      for (const effect of effects) perform(effect);
    },
    [perform],
  );

  // Another window does not send the last answer while it can be taken back here. A crash frees the lock.
  useEffect(() => {
    if (!('locks' in navigator)) return;
    let end = () => {};
    const sitting = new Promise<void>(resolve => {
      end = resolve;
    });
    navigator.locks.request(sittingLock(learner), { mode: 'shared' }, () => sitting).catch(logFailure);
    return () => end();
  }, [learner]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: Each change of card starts a new cooldown.
  useEffect(() => {
    if (!sitting.cooling || sitting.over) return;
    const timer = setTimeout(() => dispatch({ type: 'cooled' }), COOLDOWN);
    return () => clearTimeout(timer);
  }, [sitting.cooling, sitting.changes, sitting.over, dispatch]);

  // Answers are kept when the learner leaves the page.
  useEffect(() => {
    const hide = () => document.visibilityState === 'hidden' && dispatch({ type: 'hidden' });
    document.addEventListener('visibilitychange', hide);
    return () => {
      document.removeEventListener('visibilitychange', hide);
      dispatch({ type: 'hidden' });
      readAgain();
    };
  }, [dispatch, readAgain]);

  const moves = useMemo(() => {
    const levels = new Map<string, Level>();
    const moved = new Map<string, Moved>();
    let gained = 0;
    for (const [index, { chosen }] of sitting.answers.entries()) {
      const question = questions[index];
      const word = question?.words.find(({ id }) => id === question.word);
      for (const { id, text } of word?.fragments ?? []) {
        const from = levels.get(id) ?? levelOf(id);
        const to = answered(from, [chosen === 0], policy);
        levels.set(id, to);
        if (to === from) continue;
        gained += thirds[to] - thirds[from];
        moved.set(id, { id, text, to });
      }
    }
    return { levels, moved: [...moved.values()], gained: gained / 3 };
  }, [sitting.answers, questions, levelOf, policy]);
  const levelNow = useCallback(
    (fragment: string): Level => moves.levels.get(fragment) ?? levelOf(fragment),
    [moves, levelOf],
  );
  return {
    sitting,
    dispatch,
    outbox,
    /** The server has every answer. */
    isSent: storing === 0 && outbox.queue.waiting === 0,
    levelNow,
    moved: moves.moved,
    gained: moves.gained,
  };
}
