import { Fragment, memo, type ReactNode, useDeferredValue, useEffect, useId, useRef } from 'react';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Marked } from '../../../shared/components/Marked.tsx';
import { focusInSight } from '../../../shared/focus.ts';
import type { Action } from '../state/transition.ts';
import { type CardView, clauseText, clauseTranslation } from '../state/view.ts';
import styles from './Card.module.css';
import { Fragments } from './Fragments.tsx';
import { Key } from './Key.tsx';
import { Lingering } from './Lingering.tsx';
import { Options } from './Options.tsx';

interface Props {
  view: CardView;
  levelOf: (fragment: string) => Level;
  dispatch: (action: Action) => void;
  /** Does not take the focus, because the user came for something else or cannot see it yet. */
  quiet?: boolean;
  /** The actions beside the options of an unanswered question; by default those of a chapter. */
  foot?: ReactNode;
  /** All of it is rendered at once. */
  whole?: boolean;
}

/**
 * A question, and after the answer its verdict: the options stay in place, and the explanations unfold in them. Memoized, because
 * a card that slides out stays as it was. Question and verdict are in the frame after the press; explanations, actions and parts
 * of the word follow in the next one.
 */
export const QuestionCard = memo(function QuestionCard({
  view,
  levelOf,
  dispatch,
  quiet = false,
  foot,
  whole = false,
}: Props) {
  const { sentence, step, card, chosen, explaining, translating, cooling } = view;
  const behind = useDeferredValue(view, whole ? view : null);
  const below = behind?.key === view.key ? behind.card : null;
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const onward = useRef<HTMLButtonElement>(null);
  const waits = below === 'wrong' || below === 'held';
  // The focus moves to a new question, and to Continue when it appears.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each key is another question.
  useEffect(() => {
    if (waits) return focusInSight(onward.current);
    return quiet ? undefined : focusInSight(heading.current);
  }, [quiet, waits, view.key]);
  if (!step) return null;

  const word = sentence.words.find(({ id }) => id === step.word);
  const right = step.options.find(({ stored }) => stored === 0);
  const unfolded = below === 'wrong' && explaining;
  return (
    <section
      className={styles['card']}
      data-question={step.question.id}
      data-card={card}
      data-cooling={cooling || undefined}
      data-below={below}
      data-translating={translating || undefined}
      data-parts={word ? '' : undefined}
    >
      <div className={styles['ask']}>
        {/* Another element for each question, so that it gets the focus anew. */}
        <Lingering>
          <h2 key={view.key} ref={heading} tabIndex={-1}>
            {word ? (
              <>
                What does <em lang="es">{word.text}</em> mean here?
              </>
            ) : step.phase === 'whole sentence' ? (
              'What does the whole sentence mean?'
            ) : (
              <>
                What does the underlined clause mean?
                <span className={styles['unseen']} lang="es">
                  {' '}
                  {clauseText(sentence, step.clause)}
                </span>
              </>
            )}
          </h2>
        </Lingering>
      </div>
      <Options
        options={step.options}
        chosen={chosen}
        unfolds={below === 'wrong'}
        explaining={explaining}
        id={id}
        onChoose={option => dispatch({ type: 'chose', option })}
      />
      <Lingering>
        {below !== null && (
          <Fragment key={`${view.key} ${below}`}>
            {below === 'asked' &&
              (foot ?? <Unanswered view={view} translating={translating} dispatch={dispatch} />)}
            {(below === 'right' || below === 'held') && (
              <div className={styles['foot']}>
                {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Stay button is the keyboard equivalent. */}
                <p
                  className={styles['line']}
                  id={below === 'held' ? `${id}-held` : undefined}
                  data-held={below === 'held' || undefined}
                  onClick={() => dispatch({ type: 'held' })}
                >
                  <Marked text={right?.explanation ?? ''} />
                </p>
                {below === 'right' ? (
                  <Button look="outline" aria-keyshortcuts="E" onClick={() => dispatch({ type: 'held' })}>
                    <Key>E</Key>Stay
                  </Button>
                ) : (
                  <Button
                    ref={onward}
                    aria-keyshortcuts="Enter"
                    aria-describedby={`${id}-held`}
                    onClick={() => dispatch({ type: 'continued' })}
                  >
                    Continue <Key>↵</Key>
                  </Button>
                )}
                {below === 'right' && <span className={styles['run']} />}
              </div>
            )}
            {below === 'wrong' && (
              <div className={`${styles['foot']} ${styles['dock']}`}>
                <Button
                  look="quiet"
                  aria-keyshortcuts="E"
                  aria-expanded={explaining}
                  onClick={() => dispatch({ type: 'explanation toggled' })}
                >
                  <Key>E</Key>
                  {explaining ? 'hide explanation' : 'show explanation'}
                </Button>
                <Button
                  ref={onward}
                  aria-keyshortcuts="Enter"
                  aria-describedby={unfolded ? `${id}-right ${id}-wrong` : undefined}
                  onClick={() => dispatch({ type: 'continued' })}
                >
                  Continue <Key>↵</Key>
                </Button>
              </div>
            )}
          </Fragment>
        )}
      </Lingering>
      {word && below && <Fragments fragments={word.fragments} levelOf={levelOf} />}
    </section>
  );
});

/** On a phone the translation opens below the level bar. */
const showWhole = (text: HTMLElement | null) => text?.scrollIntoView?.({ block: 'nearest' });

/** The actions beside the options. */
function Unanswered({
  view: { sentence, step },
  translating,
  dispatch,
}: {
  view: CardView;
  translating: boolean;
  dispatch: (action: Action) => void;
}) {
  const translation = step && step.word !== null ? clauseTranslation(sentence, step.clause) : undefined;
  return (
    <div className={styles['foot']}>
      <Button look="quiet" aria-keyshortcuts="0" onClick={() => dispatch({ type: 'chose', option: null })}>
        <Key>0</Key>I don’t know yet
      </Button>
      {translation && (
        <Button
          look="quiet"
          aria-keyshortcuts="T"
          aria-expanded={translating}
          onClick={() => dispatch({ type: 'translation toggled' })}
        >
          <Key>T</Key>
          {translating ? 'Hide the translation' : 'Translate the clause'}
        </Button>
      )}
      {step?.phase !== 'whole sentence' && (
        <Button
          look="quiet"
          className={styles['know']}
          aria-keyshortcuts="K"
          onClick={() => dispatch({ type: 'clause known' })}
        >
          <Key>K</Key>I know this clause
        </Button>
      )}
      {translation && translating && (
        <p ref={showWhole} className={styles['help']}>
          {translation}
        </p>
      )}
    </div>
  );
}
