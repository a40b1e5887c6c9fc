import { useEffect, useId, useRef } from 'react';
import type { Step } from '../../../../domain/quiz/quiz.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import styles from './Card.module.css';
import { Marked } from './Marked.tsx';

interface Props {
  step: Step;
  chosen: number | null;
  explaining: boolean;
  onExplain: () => void;
  onContinue: () => void;
}

/** Spec 2, answer view of a word or clause question. */
export function AnswerView({ step, chosen, explaining, onExplain, onContinue }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  useEffect(() => button.current?.focus({ preventScroll: true }), []);
  const right = step.options.find(({ stored }) => stored === 0);
  const own = step.options.find(({ stored }) => stored === chosen);
  return (
    <section className={styles['card']} aria-live="polite">
      <h2 id={`${id}-verdict`} className={`${styles['verdict']} ${own ? '' : styles['learn']}`}>
        <span className={styles['disc']}>
          <Icon name={own ? 'cross' : 'book'} />
        </span>
        {own ? 'Not quite' : 'Now you will'}
      </h2>
      <dl className={styles['pair']}>
        <div className={styles['ok']}>
          <dt>Correct Solution:</dt>
          <dd id={`${id}-right`}>{right?.text}</dd>
          {explaining && right && (
            <dd className={styles['why']}>
              <Marked text={right.explanation} />
            </dd>
          )}
        </div>
        {own && (
          <div className={styles['no']}>
            <dt>Your Answer:</dt>
            <dd>{own.text}</dd>
            {explaining && (
              <dd className={styles['why']}>
                <Marked text={own.explanation} />
              </dd>
            )}
          </div>
        )}
      </dl>
      <div className={styles['foot']}>
        <Button look="quiet" aria-expanded={explaining} onClick={onExplain}>
          <kbd className={styles['key']}>E</kbd>
          {explaining ? 'hide explanation' : 'show explanation'}
        </Button>
        <Button ref={button} aria-describedby={`${id}-verdict ${id}-right`} onClick={onContinue}>
          Continue <kbd className={styles['key']}>↵</kbd>
        </Button>
      </div>
    </section>
  );
}
