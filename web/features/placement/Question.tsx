import { useEffect, useId, useRef } from 'react';
import { mostQuestions } from '../../../domain/placement/placement.ts';
import { focusInSight } from '../../shared/focus.ts';
import { Key } from '../reader/quiz/Key.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import { useKeys } from '../reader/useKeys.ts';
import page from './Placement.module.css';
import styles from './Question.module.css';
import type { PlacementReply } from './result-counts.ts';

/** Number of words that a long sentence shows before and after the asked one. */
const CONTEXT_WORDS = 12;

/** One question. The next one follows without a verdict. */
export function Question({
  question,
  number,
  busy,
  onAnswer,
}: {
  question: NonNullable<PlacementReply['question']>;
  /** Counted from 1. */
  number: number;
  /** An answer is being sent. */
  busy: boolean;
  onAnswer: (chosen: number | null) => void;
}) {
  const { words, word, options } = question;
  const answer = (chosen: number | null) => !busy && onAnswer(chosen);
  const { keys: singleKeys } = usePreferences();
  const keys = Object.fromEntries(
    options.map(({ stored }, index) => [String(index + 1), () => answer(stored)]),
  );
  useKeys(singleKeys ? { '0': () => answer(null), ...keys } : {});
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each question, whose predecessor was removed.
  useEffect(() => focusInSight(heading.current), [question.id]);
  const at = words.findIndex(({ id }) => id === word);
  const [from, to] = [Math.max(0, at - CONTEXT_WORDS), Math.min(words.length, at + 1 + CONTEXT_WORDS)];
  return (
    <section
      className={`${page['sheet']} ${styles['card']}`}
      aria-label={`Question ${number}`}
      data-keys={singleKeys ? 'on' : 'off'}
    >
      <p className={styles['nth']}>
        <span>
          <b>Question {number}</b> of at most {mostQuestions}
        </span>
        <span className={styles['beads']} aria-hidden="true">
          {Array.from({ length: mostQuestions }, (_, index) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: a dot is identified by its position.
              key={index}
              data-is={index + 1 < number ? 'on' : index + 1 === number ? 'now' : undefined}
            />
          ))}
        </span>
      </p>
      <div key={question.id} className={styles['slide']}>
        <p className={styles['sentence']} id={`${id}-sentence`} lang="es">
          {from > 0 && '… '}
          {words.slice(from, to).map(({ id, text, leadingPunctuation, trailingPunctuation }) => (
            <span key={id}>
              {leadingPunctuation}
              {id === word ? <mark>{text}</mark> : text}
              {trailingPunctuation}{' '}
            </span>
          ))}
          {to < words.length && '…'}
        </p>
        <h2 ref={heading} tabIndex={-1} aria-describedby={`${id}-sentence`} className={styles['ask']}>
          What does <em lang="es">{words[at]?.text.toLowerCase()}</em> say here?
        </h2>
        <ol className={styles['options']}>
          {options.map(({ stored, text }, index) => (
            <li key={stored}>
              <button type="button" aria-keyshortcuts={String(index + 1)} onClick={() => answer(stored)}>
                <Key>{index + 1}</Key>
                {text}
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className={styles['unsure']}
              aria-keyshortcuts="0"
              onClick={() => answer(null)}
            >
              <Key>0</Key>I don’t know<span>better than a guess</span>
            </button>
          </li>
        </ol>
      </div>
    </section>
  );
}
