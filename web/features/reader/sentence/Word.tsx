import { memo } from 'react';
import type { ReaderWord } from '../chapter/contents.ts';
import type { Card } from '../state/state.ts';
import type { WordMark } from './marks.ts';
import styles from './SentenceText.module.css';
import { spelledParts } from './spelling.ts';

/** No highlighted fragment, or no word. */
export const none: ReadonlySet<string> = new Set();

/** A word of the sentence. Memoized, because an answer changes two words of thirty. */
export const Word = memo(function Word({
  word,
  id,
  mark,
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
  isKept: boolean;
  /** The current card if it asks for this word. */
  card: Card | undefined;
  isTabStop: boolean;
  isOpen: boolean;
  isSaid: boolean;
  highlighted: ReadonlySet<string>;
  onSelect: (word: ReaderWord, anchor: HTMLElement) => void;
}) {
  return (
    <span>
      <span className={styles['whole']}>
        {word.leadingPunctuation}
        <button
          type="button"
          className={styles['word']}
          data-word={word.id}
          data-mark={mark}
          data-card={card}
          data-said={isSaid || undefined}
          data-kept={isKept || undefined}
          tabIndex={isTabStop ? 0 : -1}
          aria-current={card !== undefined || undefined}
          aria-describedby={
            `${mark === 'plain' ? '' : `${id}-${mark}`}${isKept ? ` ${id}-kept` : ''}` || undefined
          }
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
