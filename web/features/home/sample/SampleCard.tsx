import {
  type KeyboardEvent,
  lazy,
  type MouseEvent,
  Suspense,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { Sample } from '../../../../facade/sample-sentence.ts';
import { ButtonLink } from '../../../shared/components/Button.tsx';
import { type ReaderWord, readerSentences } from '../../reader/chapter/contents.ts';
import { QuestionCard } from '../../reader/quiz/QuestionCard.tsx';
import { SentenceText } from '../../reader/sentence/SentenceText.tsx';
import { readerKeys } from '../../reader/state/keys.ts';
import { openReader, type ReadingState } from '../../reader/state/state.ts';
import { useMachine } from '../../reader/state/useMachine.ts';
import { announced, cardView } from '../../reader/state/view.ts';
import styles from './SampleCard.module.css';
import { setSampleAnswers } from './sample-answers.ts';

const SampleWord = lazy(() => import('./SampleWord.tsx'));

/** The first sentence of a book as in the reader, with three of its questions. No answer is stored. */
export default function SampleCard({
  sample,
  onReady,
}: {
  sample: Sample;
  /** Called when the card is interactive. */
  onReady: () => void;
}) {
  const sentence = useMemo(() => sentenceOf(sample), [sample]);
  const [tapped, setTapped] = useState<{ word: ReaderWord; anchor: HTMLElement }>();
  const [state, dispatch] = useMachine(
    () => opened(sentence),
    () => false,
    () => {},
  );
  const { card, place } = state;
  const { answers, steps } = place.quiz;
  const view = useMemo(() => cardView(state, sentence), [state, sentence]);

  useEffect(onReady, [onReady]);
  // A right answer stays until Continue, so that the visitor can read the explanation.
  useEffect(() => {
    if (card === 'right') dispatch({ type: 'held' });
  }, [card, dispatch]);
  useEffect(() => {
    if (answers.length === 0) return;
    const { bookId, chapter } = sample;
    const { id: sentenceId, contentVersion } = sentence;
    setSampleAnswers({ bookId, chapter, sentenceId, contentVersion, answers: [...answers] });
  }, [answers, sample, sentence]);

  /** The reader's keys, only while the focus is inside the card. */
  function press(event: KeyboardEvent) {
    const { target, key, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey || repeat || !(target instanceof HTMLElement)) return;
    if (target.closest('dialog') || (key === 'Enter' && target.closest('button, a'))) return;
    const action = readerKeys(state, { isAdmin: false, singleKeys: true })[key.toLowerCase()];
    if (!action || !allowed.has(action.type)) return;
    event.preventDefault();
    dispatch(action);
  }

  /** The reader's own sheet of a word is about what the learner knows. */
  function tap(event: MouseEvent) {
    const anchor = event.target instanceof Element && event.target.closest<HTMLElement>('[data-word]');
    const word = anchor && sentence.words.find(({ id }) => id === anchor.dataset['word']);
    if (!anchor || !word) return;
    event.stopPropagation();
    setTapped({ word, anchor });
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys of the controls in it.
    <div className={styles['sample']} data-asking={card !== 'read' || undefined} onKeyDown={press}>
      <p className={styles['top']}>
        <b>
          The first sentence of <i lang="es">{sample.bookTitle}</i>
        </b>
        <span>No account needed</span>
      </p>
      <div onClickCapture={tap}>
        <SentenceText
          sentence={sentence}
          state={state}
          levelOf={levelOf}
          playsWords={false}
          onMark={() => {}}
          failure={null}
          onDismissFailure={() => {}}
        />
      </div>
      {tapped && (
        <Suspense>
          <SampleWord key={tapped.word.id} {...tapped} onClose={() => setTapped(undefined)} />
        </Suspense>
      )}
      <p className={styles['unseen']} role="status">
        {announced(state)}
      </p>
      {card === 'read' ? (
        <End translation={sentence.translation} />
      ) : (
        <div className={styles['card']}>
          <QuestionCard
            key={view.key}
            view={view}
            levelOf={levelOf}
            dispatch={dispatch}
            quiet={answers.length === 0}
          />
          <p className={styles['foot']}>
            <span>
              {Math.min(steps.length, answers.length + (card === 'asked' ? 1 : 0))} of {steps.length}
            </span>
            <span>Tap any word to see what it means</span>
          </p>
        </div>
      )}
    </div>
  );
}

function End({ translation }: { translation: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={styles['end']}>
      <h2 ref={heading} tabIndex={-1}>
        Sentence Translation:
      </h2>
      <p>{translation}</p>
      <ButtonLink to="/sign-up">Keep going: it is free</ButtonLink>
      <p className={styles['foot']}>
        <span>Your three answers come with you.</span>
      </p>
    </div>
  );
}

/** A visitor has no levels. */
const levelOf = () => 'new' as const;

/** What a key may do here: there is no chapter to look back on. */
const allowed: ReadonlySet<string> = new Set([
  'chose',
  'continued',
  'explanation toggled',
  'translation toggled',
]);

function sentenceOf(sample: Sample) {
  const files = {
    WordAnswers: sample.wordAnswers,
    ClauseAnswers: sample.clauseAnswers,
    SentenceAnswers: {},
    SentenceDevices: {},
    ProgressSummaries: {},
  };
  const [sentence] = readerSentences(sample.bookTitle, [sample.sentence], sample.words, files);
  if (!sentence) throw new RangeError('the sample has no sentence');
  return sentence;
}

function opened(sentence: ReturnType<typeof sentenceOf>): ReadingState {
  const open = openReader({
    sentences: [sentence],
    questionsLoaded: true,
    lastRead: undefined,
    visit: null,
    tutorial: false,
    // The server renders the same options in the same order.
    seed: sentence.id,
    isKnown: () => false,
  });
  // No cooldown before the first answer, because the card was readable before.
  return { ...open, overlay: null, cooling: false };
}
