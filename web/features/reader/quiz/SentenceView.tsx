import { useEffect, useRef } from 'react';
import { Button } from '../../../shared/components/Button.tsx';
import type { ReaderSentence } from '../chapter/contents.ts';
import styles from './Card.module.css';
import { Marked } from './Marked.tsx';

interface Props {
  sentence: ReaderSentence;
  /** Sentences read on this visit. */
  read: number;
  /** The chapter's number when this is its last sentence. */
  ends: number | undefined;
  onContinue: () => void;
  onEnd: () => void;
}

/** Spec 2, the sentence's own answer view: its translation, what it would stumble one over, and the way on. */
export function SentenceView({ sentence, read, ends, onContinue, onEnd }: Props) {
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => first.current?.focus({ preventScroll: true }), []);
  return (
    <section className={styles['card']} aria-live="polite">
      <div className={styles['translation']}>
        <h2>Sentence Translation:</h2>
        <p>{sentence.translation}</p>
      </div>
      {sentence.phrases.length > 0 && (
        <dl className={styles['phrases']}>
          {sentence.phrases.map(({ phrase, explanation }) => (
            <div key={phrase}>
              <dt lang="es">{phrase}</dt>
              <dd>
                <Marked text={explanation} />
              </dd>
            </div>
          ))}
        </dl>
      )}
      <div className={styles['foot']}>
        <p className={styles['count']}>
          You have read {read} {read === 1 ? 'sentence' : 'sentences'}
          {ends !== undefined && <br />}
          {ends !== undefined && `This is the end of chapter ${ends}`}
        </p>
        <div className={styles['under']}>
          <Button
            look={ends === undefined ? 'quiet' : 'primary'}
            ref={ends === undefined ? null : first}
            onClick={onEnd}
          >
            End
          </Button>
          {ends === undefined && (
            <Button ref={first} onClick={onContinue}>
              Continue <kbd className={styles['key']}>↵</kbd>
            </Button>
          )}
        </div>
      </div>
    </section>
  );
}
