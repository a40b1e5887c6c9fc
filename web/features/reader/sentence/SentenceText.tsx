import {
  type KeyboardEvent,
  lazy,
  memo,
  Suspense,
  startTransition,
  useCallback,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { duplicateFragments } from '../../../../domain/quiz/quiz.ts';
import { type Level, tapped } from '../../../../domain/vocabulary/levels.ts';
import { afterPaint } from '../../../shared/after-paint.ts';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import type { Card, ReadingState } from '../state/state.ts';
import { shownStep } from '../state/view.ts';
import type { MarkFailure } from '../vocabulary/useVocabulary.ts';
import { clauseStates, type WordMark, wordStates } from './marks.ts';
import styles from './SentenceText.module.css';
import { spelledParts } from './spelling.ts';

/** Loaded before the first word is tapped. */
export const loadWordSheet = () => import('./WordSheet.tsx');
const WordSheet = lazy(loadWordSheet);
export const loadSentenceSound = () => import('../sound/SentenceSound.tsx');
const SentenceSound = lazy(loadSentenceSound);
/** If the chunk does not load, no signs are shown. */
const KeptSigns = lazy(() => import('./KeptSigns.tsx').catch(() => ({ default: () => null })));

interface Props {
  sentence: ReaderSentence;
  state: ReadingState;
  levelOf: (fragment: string) => Level;
  /** The setting: a selected word is spoken. */
  playsWords: boolean;
  /** The setting: a sentence is spoken when it is opened. Undefined without a login, where there is no sound. */
  playsSentence?: boolean | undefined;
  onMark: (fragment: string, level: Level) => unknown;
  failure: MarkFailure | null;
  /** Undefined for visitors, who have no history. */
  languageId?: string | undefined;
  onDismissFailure: () => void;
}

/** A text for screen readers for each look of a word, and for the last word of a clause that was answered wrong. */
const described: Readonly<Record<Exclude<WordMark, 'plain'> | 'clause' | 'kept', string>> = {
  new: 'new to you',
  seen: 'seen before',
  right: 'answered right',
  wrong: 'answered wrong',
  unknown: 'not known yet',
  clause: 'clause answered wrong',
  kept: 'kept',
};

/**
 * The sentence: its current clause is darker, finished clauses are gold. Every word can be tapped (spec 2, 4); selecting a word
 * makes its new fragments seen. The words are one tab stop; arrows move between them.
 */
export const SentenceText = memo(function SentenceText({
  sentence,
  state,
  levelOf,
  playsWords,
  playsSentence,
  onMark,
  failure,
  languageId,
  onDismissFailure,
}: Props) {
  const { place, card } = state;
  const step = shownStep(state);
  const marks = useMemo(() => wordStates(sentence, place, levelOf), [sentence, place, levelOf]);
  const clauses = useMemo(() => clauseStates(sentence, place, { card, step }), [sentence, place, card, step]);
  const [selected, setSelected] = useState<{ word: ReaderWord; anchor: HTMLElement } | null>(null);
  const [kept, setKept] = useState(none);
  const [reached, setReached] = useState<string | null>(null);
  /** The word under the pointer, or with the focus, if it has something to highlight. */
  const [pointedAt, setPointedAt] = useState<string | null>(null);
  /** The word that is being spoken. */
  const [said, setSaid] = useState<string>();
  const text = useRef<HTMLParagraphElement>(null);
  const id = useId();

  const marking = useRef({ levelOf, onMark });
  useLayoutEffect(() => {
    marking.current = { levelOf, onMark };
  });
  const onSelect = useCallback((word: ReaderWord, anchor: HTMLElement) => {
    // The press is painted first, the sheet after it.
    startTransition(() => {
      setReached(word.id);
      setSelected({ word, anchor });
    });
    if (word.skipped) return;
    afterPaint(() => {
      const { levelOf, onMark } = marking.current;
      for (const { id } of word.fragments) if (levelOf(id) === 'new') onMark(id, tapped('new'));
    });
  }, []);

  /** A touch on another word while a sheet is open selects that word. */
  function close(outside?: { readonly x: number; readonly y: number }) {
    setSelected(null);
    if (!outside) return;
    requestAnimationFrame(() => {
      const found = document.elementFromPoint(outside.x, outside.y)?.closest<HTMLElement>('[data-word]');
      if (found && found !== selected?.anchor) found.click();
    });
  }

  function move(event: KeyboardEvent) {
    // Its sheet was asked for, and is not rendered yet.
    if (event.key === 'Escape') return setSelected(null);
    const words = [...(text.current?.querySelectorAll<HTMLElement>('[data-word]') ?? [])];
    const at = words.indexOf(event.target as HTMLElement);
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: words.length - 1 }[event.key];
    const next = at < 0 || to === undefined ? undefined : words[to];
    if (!next) return;
    event.preventDefault();
    setReached(next.dataset['word'] ?? null);
    next.focus();
  }

  const { words } = place.quiz.sentence;
  const duplicates = useMemo(() => duplicateFragments(words, levelOf), [words, levelOf]);
  const highlighted = new Set(
    sentence.words
      .filter(({ id }) => id === pointedAt || id === step?.word)
      .flatMap(({ fragments }) => fragments.map(fragment => fragment.id))
      .filter(fragment => duplicates.has(fragment)),
  );
  const pointAt = ({ target }: { target: EventTarget }) => {
    const id = target instanceof Element ? wordAt(target) : null;
    const word = sentence.words.find(word => word.id === id);
    // Most words have nothing to highlight, and the sentence is not rendered for them.
    highlight(word?.fragments.some(fragment => duplicates.has(fragment.id)) ? id : null);
  };
  // A press on a word is painted first.
  const highlight = (word: string | null) => startTransition(() => setPointedAt(word));
  const signs = useMemo(() => <KeptSigns sentence={sentence} onFound={setKept} />, [sentence]);
  // Not loaded with the start summary in front: it would delay the first question.
  const isUncovered = state.overlay === null;
  const first = reached ?? step?.word ?? sentence.words[0]?.id;
  return (
    <>
      {playsSentence !== undefined && (
        <div className={styles['sound']}>
          {isUncovered && (
            <Suspense>
              <SentenceSound sentence={sentence} automatically={playsSentence} onWord={setSaid} />
            </Suspense>
          )}
        </div>
      )}
      <p
        ref={text}
        className={styles['sentence']}
        lang="es"
        onKeyDown={move}
        onPointerOver={pointAt}
        onPointerLeave={() => highlight(null)}
        onFocus={pointAt}
        onBlur={() => highlight(null)}
      >
        {sentence.clauses.map((words, index) => (
          <span
            key={sentence.clauseKeys[index]}
            className={styles['clause']}
            data-clause={clauses[index]?.state}
            data-result={clauses[index]?.result}
          >
            {words.map((word, place) => (
              <Word
                key={word.id}
                word={word}
                id={id}
                mark={marks.get(word.id) ?? 'plain'}
                endsWrongClause={
                  clauses[index]?.result === 'wrong' && words.length > 1 && place === words.length - 1
                }
                isKept={kept.has(word.id)}
                card={step?.word === word.id ? card : undefined}
                isTabStop={word.id === first}
                isOpen={selected?.word.id === word.id}
                isSaid={said === word.id}
                highlighted={
                  word.fragments.some(fragment => highlighted.has(fragment.id)) ? highlighted : none
                }
                onSelect={onSelect}
              />
            ))}
          </span>
        ))}
      </p>
      <div hidden>
        {Object.entries(described).map(([mark, words]) => (
          <span key={mark} id={`${id}-${mark}`}>
            {words}
          </span>
        ))}
      </div>
      {failure && !selected?.word.fragments.some(({ id }) => id === failure.fragment) && (
        <Banner type="error" onDismiss={onDismissFailure}>
          {failedMark(sentence, failure)}
        </Banner>
      )}
      {languageId !== undefined && isUncovered && <Suspense>{signs}</Suspense>}
      {selected && (
        <Suspense>
          <WordSheet
            key={selected.word.id}
            {...selected}
            sentence={sentence}
            levelOf={levelOf}
            playsWords={playsWords}
            onMark={onMark}
            failure={failure}
            languageId={languageId}
            onClose={close}
          />
        </Suspense>
      )}
    </>
  );
});

/** No highlighted fragment. */
const none: ReadonlySet<string> = new Set();

/** Memoized, because an answer changes two words of thirty. */
const Word = memo(function Word({
  word,
  id,
  mark,
  endsWrongClause,
  isKept,
  card,
  isTabStop,
  isOpen,
  isSaid,
  highlighted,
  onSelect,
}: {
  word: ReaderWord;
  /** The sentence's id, the prefix of the ids of its descriptions. */
  id: string;
  mark: WordMark;
  /** The last word of a clause that was answered wrong has its cross. */
  endsWrongClause: boolean;
  isKept: boolean;
  /** The current card if it asks for this word. */
  card: Card | undefined;
  isTabStop: boolean;
  isOpen: boolean;
  isSaid: boolean;
  highlighted: ReadonlySet<string>;
  onSelect: (word: ReaderWord, anchor: HTMLElement) => void;
}) {
  const looks = [mark !== 'plain' && mark, endsWrongClause && 'clause', isKept && 'kept'];
  const descriptions = looks.filter(look => look !== false).map(look => `${id}-${look}`);
  return (
    <span>
      <span className={styles['whole']}>
        {word.leadingPunctuation}
        <button
          type="button"
          className={styles['word']}
          data-word={word.id}
          data-mark={mark}
          data-ends-wrong={endsWrongClause || undefined}
          data-card={card}
          data-said={isSaid || undefined}
          data-kept={isKept || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={card !== undefined || undefined}
          aria-describedby={descriptions.join(' ') || undefined}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          onClick={event => onSelect(word, event.currentTarget)}
        >
          <Spelling word={word} highlighted={highlighted} />
        </button>
        {word.trailingPunctuation}
      </span>
      <span className={styles['gap']}> </span>
    </span>
  );
});

/** The text of a failed mark, for when the word's sheet is closed already. */
function failedMark({ words }: ReaderSentence, { fragment, what, message }: MarkFailure): string {
  const name = words.flatMap(word => word.fragments).find(({ id }) => id === fragment)?.text;
  return `${name === undefined ? '' : `${name}: `}${what} was not saved: ${message}`;
}

function wordAt(element: Element): string | null {
  return element.closest<HTMLElement>('[data-word]')?.dataset['word'] ?? null;
}

/**
 * The word's letters. Fragments that occur twice in the sentence are highlighted (spec 2) while one of their words is asked,
 * pointed at or focused.
 */
function Spelling({ word, highlighted }: { word: ReaderWord; highlighted: ReadonlySet<string> }) {
  if (word.skipped || !word.fragments.some(({ id }) => highlighted.has(id))) return word.text;
  const parts = spelledParts(word);
  if (!parts) return <span data-duplicate>{word.text}</span>;
  return parts.map(({ text, fragment }) => (
    <span key={fragment} data-duplicate={highlighted.has(fragment) || undefined}>
      {text}
    </span>
  ));
}
