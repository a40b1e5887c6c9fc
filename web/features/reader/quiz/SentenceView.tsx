import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../../shared/components/Button.tsx';
import { Marked } from '../../../shared/components/Marked.tsx';
import { focusInSight } from '../../../shared/focus.ts';
import type { Action } from '../state/transition.ts';
import type { CardView } from '../state/view.ts';
import styles from './Card.module.css';
import { Key } from './Key.tsx';
import text from './Sentence.module.css';

interface Props {
  view: CardView;
  /** Number of sentences of the chapter that were read. */
  read: number;
  /** The number of the chapter if this is its last sentence. */
  ends: number | undefined;
  /** A notice about new words that are not asked today. */
  notice: ReactNode;
  dispatch: (action: Action) => void;
}

/** The end of a sentence (spec 2): its translation, a remark on its difficulties, and Continue. */
export default function SentenceView({ view: { sentence, cooling }, read, ends, notice, dispatch }: Props) {
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInSight(heading.current), []);
  return (
    <section
      className={styles['card']}
      data-card="read"
      data-below="read"
      data-cooling={cooling || undefined}
    >
      <h2 ref={heading} id={`${id}-head`} tabIndex={-1} aria-describedby={`${id}-english`}>
        Sentence Translation:
      </h2>
      <p className={text['english']} id={`${id}-english`}>
        {sentence.translation}
      </p>
      {sentence.phrases.length > 0 && (
        <dl className={text['phrases']}>
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
      {notice}
      <div className={`${styles['foot']} ${styles['dock']}`}>
        <p className={text['count']}>
          You have read {read} {read === 1 ? 'sentence' : 'sentences'}
          {ends !== undefined && <br />}
          {ends !== undefined && `This is the end of chapter ${ends}`}
        </p>
        <Button
          look={ends === undefined ? 'outline' : 'primary'}
          aria-keyshortcuts={ends === undefined ? undefined : 'Enter'}
          onClick={() => dispatch({ type: 'ended' })}
        >
          End {ends !== undefined && <Key>↵</Key>}
        </Button>
        {ends === undefined && (
          <Button aria-keyshortcuts="Enter" onClick={() => dispatch({ type: 'continued' })}>
            Continue <Key>↵</Key>
          </Button>
        )}
      </div>
    </section>
  );
}
