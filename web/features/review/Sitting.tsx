import { lazy, Suspense, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { Button } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import Refused from '../../shared/outbox/Refused.tsx';
import type { ReviewScope } from '../../shared/review/due.ts';
import { aboutMinutes, secondsFor } from '../../shared/review/duration.ts';
import { useSound, wordHeard } from '../../shared/sound/useSound.ts';
import { typographic } from '../../shared/typographic.ts';
import { LevelBar } from '../reader/level/LevelBar.tsx';
import { Deck } from '../reader/quiz/Deck.tsx';
import { Key } from '../reader/quiz/Key.tsx';
import type { CardView } from '../reader/state/view.ts';
import { usePreferences } from '../reader/type/preferences.ts';
import { useKeys } from '../reader/useKeys.ts';
import { AskedSentence } from './AskedSentence.tsx';
import bar from './Bar.module.css';
import { Bar } from './Bar.tsx';
import type { NextToRead } from './ContinueReading.tsx';
import { celebrationOf } from './celebration.ts';
import { cardOf, type Question } from './questions.ts';
import page from './Review.module.css';
import styles from './Sitting.module.css';
import { SittingCard } from './SittingCard.tsx';
import { SittingEnd } from './SittingEnd.tsx';
import { SittingProgress } from './SittingProgress.tsx';
import { canUndo, type SittingAction } from './sitting.ts';
import { useSitting } from './useSitting.ts';
import { whyToday } from './why.ts';
import { dayOf } from './words.ts';

interface Props {
  questions: readonly Question[];
  levelsBefore: (fragment: string) => Level;
  knownBefore: number;
  /** The learner's level policy; undefined: the default of the specification. */
  policy: LevelPolicy | undefined;
  secondsPerAnswer: number | null;
  asked: ReviewScope;
  onward: NextToRead | undefined;
  onMore: () => void;
}

const LevelUp = lazy(() => import('../reader/level/LevelUp.tsx'));

/** The questions of a sitting, one after the other, and its end. */
export function Sitting({
  questions,
  levelsBefore,
  knownBefore,
  policy,
  secondsPerAnswer,
  asked,
  onward,
  onMore,
}: Props) {
  const { sitting, dispatch, outbox, isSent, levelNow, moved, gained } = useSitting(
    questions,
    levelsBefore,
    policy,
  );
  const [seed] = useState(() => uuidv7());
  const preferences = usePreferences();
  const { index, answers, total, over, card } = sitting;
  const question = questions[index];
  const view = useMemo(() => question && cardOf(question, sitting, seed), [question, sitting, seed]);
  const word = question?.words.find(({ id }) => id === question.word);
  const play = useSound(wordHeard(word?.text ?? ''), false)?.start;
  const latestPlay = useRef(play);
  useLayoutEffect(() => {
    latestPlay.current = play;
  });
  const listen = useCallback(() => latestPlay.current?.(), []);
  const undoable = canUndo(sitting);
  const [celebration, setCelebration] = useState<'pending' | 'still' | 'over'>('pending');
  const endCelebration = useCallback(() => setCelebration('over'), []);
  const { shown, level } = celebrationOf({ knownBefore, gained, over, celebrated: celebration === 'over' });

  const keys: Record<string, () => void> = {};
  if (!over) {
    const press = (key: string, action: SittingAction) => {
      keys[key] = () => dispatch(action);
    };
    press('enter', { type: 'continued' });
    press('escape', { type: 'ended' });
    if (preferences.keys) {
      if (card === 'asked') {
        press('0', { type: 'chose', option: null });
        press('t', { type: 'translation toggled' });
        for (const [place, { stored }] of (view?.step?.options ?? []).entries())
          press(String(place + 1), { type: 'chose', option: stored });
      }
      press('e', { type: card === 'wrong' ? 'explanation toggled' : 'held' });
      if (undoable) press('u', { type: 'undone' });
      if (play) keys['l'] = play;
    }
  }
  useKeys(keys);
  // At the end no sentence is shown.
  useEffect(() => {
    if (over) scrollTo({ top: 0 });
  }, [over]);

  const line = (
    <SittingProgress questions={questions.length} answers={answers} index={over ? total : index} />
  );
  const waiting = outbox.waiting > 0 && (
    <span className={bar['waiting']} role="status">
      offline, {outbox.waiting} waiting
    </span>
  );
  if (over || !question || !view)
    return (
      <div className={page['stage']} data-over>
        <Bar line={line}>
          {waiting}
          <span className={bar['figure']}>
            <b>{answers.length}</b> of {total}
          </span>
        </Bar>
        <main className={page['column']}>
          <Refused outbox={outbox} />
          <SittingEnd
            questions={questions}
            answers={answers}
            moved={moved}
            knownBefore={knownBefore}
            gained={gained}
            asked={asked}
            isSent={isSent}
            onward={onward}
            onMore={onMore}
          />
        </main>
        <LevelBar knownCount={shown} />
        {level !== undefined && (
          <Suspense>
            <LevelUp
              level={level}
              still={celebration === 'still'}
              onStill={() => setCelebration('still')}
              onEnd={endCelebration}
            />
          </Suspense>
        )}
      </div>
    );

  const [before, after] = whyToday(question, Date.now());
  const left = aboutMinutes(secondsFor(total - index, secondsPerAnswer));
  const draw = (drawn: CardView, whole: boolean) => (
    <SittingCard
      whole={whole}
      view={drawn}
      translation={drawn === view || drawn.key === view.key ? typographic(question.sentence.translation) : ''}
      levelOf={levelNow}
      onListen={play && listen}
      dispatch={dispatch}
    />
  );
  return (
    <div className={page['stage']} data-keys={preferences.keys ? 'on' : 'off'}>
      <div className={styles['picture']}>
        <ChapterPicture bookTitle={question.book.title} chapter={question.chapter} />
      </div>
      <Bar line={line}>
        {waiting}
        {undoable && (
          <Button look="quiet" aria-keyshortcuts="U" onClick={() => dispatch({ type: 'undone' })}>
            <Key>U</Key>Undo
          </Button>
        )}
        <span className={bar['figure']}>
          <b>{index + 1}</b> of {total}
          <span className={styles['long']}>, {left}</span>
        </span>
        <button
          type="button"
          className={bar['close']}
          aria-label="End the review"
          aria-keyshortcuts="Escape"
          onClick={() => dispatch({ type: 'ended' })}
        >
          <Icon name="close" size={22} />
        </button>
      </Bar>
      <p className={styles['unseen']} role="status">
        {verdict(view)}
      </p>
      <main className={page['column']}>
        <h1 className={styles['unseen']}>Review</h1>
        <Refused outbox={outbox} />
        <p className={styles['source']}>
          <b lang="es">{question.book.title}</b>
          <span>
            chapter {question.chapter}
            <span className={styles['long']}>, sentence {question.sentence.position}</span>
            {question.readOn && `, read ${dayOf(question.readOn, Date.now())}`}
          </span>
        </p>
        <AskedSentence key={question.id} question={question} />
        <div className={styles['cards']}>
          <Deck view={view} draw={draw} />
        </div>
        <p className={styles['why']}>
          <Icon name="help" size={18} />
          <span>
            <b>Why today?</b> {before}
            <i lang="es">{question.fragment.text}</i>
            {after}
          </span>
        </p>
      </main>
      <LevelBar knownCount={shown} />
    </div>
  );
}

/** The verdict, announced once by a screen reader. */
function verdict({ step, chosen }: CardView): string {
  if (!step || chosen === undefined) return '';
  const right = step.options.find(({ stored }) => stored === 0)?.text;
  if (chosen === 0) return `Right: ${right}.`;
  const own = step.options.find(({ stored }) => stored === chosen)?.text;
  return own === undefined
    ? `Here it is. Correct answer: ${right}.`
    : `Not quite. Your answer: ${own}. Correct answer: ${right}.`;
}
