import { useEffect, useRef } from 'react';
import type { Step } from '../../../../domain/quiz/quiz.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import type { ReaderSentence } from '../chapter/contents.ts';
import { Dots } from '../sentence/Dots.tsx';
import styles from './Card.module.css';

interface Props {
  sentence: ReaderSentence;
  step: Step;
  levelOf: (fragment: string) => Level;
  /** The right option was just chosen: it is shown for a moment. */
  rightChosen: boolean;
  helping: boolean;
  onHelp: () => void;
  onChoose: (chosen: number | null) => void;
}

/** One question: what does this word, or this clause, mean here? */
export function QuestionCard({ sentence, step, levelOf, rightChosen, helping, onHelp, onChoose }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The reader hears the new question, and the keys work from here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const word = sentence.words.find(({ id }) => id === step.word);
  const help = step.word === null ? undefined : clauseTranslation(sentence, step.clause);
  return (
    <section className={styles['card']} aria-live="polite" data-question={step.question.id}>
      <div className={styles['ask']}>
        <h2 ref={heading} tabIndex={-1}>
          {word ? (
            <>
              What does <em lang="es">{word.text}</em> mean here?
            </>
          ) : (
            <>
              What does <em lang="es">{clauseText(sentence, step.clause)}</em> mean?
            </>
          )}
        </h2>
        {word && (
          <span className={styles['parts']}>
            {word.fragments.map(({ id, text }) => (
              <span key={id} className={styles['part']} lang="es">
                {text} <Dots level={levelOf(id)} />
              </span>
            ))}
          </span>
        )}
      </div>
      <ol className={styles['options']}>
        {step.options.map(({ stored, text }, index) => {
          const isRight = rightChosen && stored === 0;
          return (
            <li key={stored}>
              <button
                type="button"
                className={`${styles['option']} ${isRight ? styles['right'] : ''}`}
                aria-disabled={rightChosen}
                onClick={() => onChoose(stored)}
              >
                <kbd className={styles['key']}>{index + 1}</kbd>
                <span>{text}</span>
                {isRight && (
                  <span className={styles['sign']}>
                    <Icon name="check" />
                  </span>
                )}
              </button>
            </li>
          );
        })}
      </ol>
      <div className={styles['under']}>
        <Button look="quiet" onClick={() => onChoose(null)}>
          <kbd className={styles['key']}>0</kbd>I don’t know yet
        </Button>
        {help && (
          <Button look="quiet" aria-expanded={helping} onClick={onHelp}>
            <kbd className={styles['key']}>T</kbd>
            {helping ? 'Hide the translation' : 'Translate the clause'}
          </Button>
        )}
      </div>
      {help && helping && <p className={styles['help']}>{help}</p>}
    </section>
  );
}

function clauseText({ clauses }: ReaderSentence, index: number): string {
  const words = clauses[index] ?? [];
  return words
    .map(({ leadingPunctuation, text, trailingPunctuation }, place) =>
      [leadingPunctuation, text, place < words.length - 1 ? trailingPunctuation : ''].join(''),
    )
    .join(' ');
}

function clauseTranslation({ quiz }: ReaderSentence, index: number): string | undefined {
  return quiz.clauseQuestions[index]?.options[0]?.text;
}
