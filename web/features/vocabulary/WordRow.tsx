import { memo, type ReactNode, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { Dots } from '../../shared/components/Dots.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { StoryIcon } from '../../shared/components/StoryIcon.tsx';
import { nextText } from './glossary/choice.ts';
import { dueOf, type Fragments, type Met, type Row } from './glossary/glossary.ts';
import type { Picks } from './picks.ts';
import styles from './WordList.module.css';

/** Of more fragments than `MANY`, a row shows the first `FEW` until all are asked for: a verb may have a hundred endings. */
const [MANY, FEW] = [10, 8];

interface WordRowProps {
  row: Row;
  index: number;
  fragments: Fragments;
  now: number;
  showsMissed: boolean;
  picks: Picks;
  isOpen: boolean;
  /** It shows all its fragments. */
  isWhole: boolean;
  onWhole: (key: string) => void;
  onPick: (row: Row) => void;
  onOpen: (fragment: string) => void;
  onFocus: (index: number) => void;
}

/** A mark changes the fragments of few rows; the others look the same. */
function areSame(
  { fragments: before, ...one }: WordRowProps,
  { fragments: after, ...other }: WordRowProps,
): boolean {
  const names = Object.keys(one) as (keyof typeof one)[];
  return (
    names.every(name => one[name] === other[name]) &&
    (before === after || one.row.parts.every(id => before.get(id) === after.get(id)))
  );
}

/** A row: a dictionary form, its meaning, its fragments, and when it is due. */
export const WordRow = memo(function WordRow({
  row,
  index,
  fragments,
  now,
  showsMissed,
  picks,
  isOpen,
  isWhole,
  onWhole,
  onPick,
  onOpen,
  onFocus,
}: WordRowProps) {
  const shown = isWhole || row.parts.length <= MANY ? row.parts.length : FEW;
  const isKnown = row.own.every(id => fragments.get(id)?.level === 'IV');
  const due = dueOf(row, fragments);
  const isDue = !showsMissed && due !== null && due <= now;
  const next = isKnown && !isDue ? 'known' : due !== null && nextText(due, now);
  return (
    <Pickable row={row} index={index} picks={picks} isOpen={isOpen} onPick={onPick} onFocus={onFocus}>
      <div className={styles['head']}>
        <button type="button" data-head onClick={() => onOpen(row.own[0] ?? '')}>
          <b lang="es">{row.title}</b>
        </button>
        <span>
          <Marked text={row.gloss} />
        </span>
      </div>
      <span className={styles['parts']}>
        {row.parts.slice(0, shown).map(id => {
          const fragment = fragments.get(id);
          return fragment && <Part key={id} fragment={fragment} beside={row.gloss} onOpen={onOpen} />;
        })}
        {shown < row.parts.length && (
          <button
            type="button"
            className={styles['more']}
            aria-label={`${row.parts.length - shown} more fragments of ${row.title}`}
            onClick={({ currentTarget: { parentElement: parts } }) => {
              flushSync(() => onWhole(row.key));
              // The pressed button is gone.
              parts?.querySelectorAll('button')[FEW]?.focus({ preventScroll: true });
            }}
          >
            {row.parts.length - shown} more
          </button>
        )}
      </span>
      <span className={`${styles['next']} ${isDue ? styles['due'] : ''}`}>
        {showsMissed ? row.missed > 0 && `missed ${row.missed}` : next}
      </span>
    </Pickable>
  );
}, areSame);

/** The frame of a row, which is all that a pick renders. */
function Pickable({
  row,
  index,
  picks,
  isOpen,
  onPick,
  onFocus,
  children,
}: Pick<WordRowProps, 'row' | 'index' | 'picks' | 'isOpen' | 'onPick' | 'onFocus'> & {
  children: ReactNode;
}) {
  const isPicked = useSyncExternalStore(picks.subscribe, () => picks.has(row.key));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it records which row has the focus.
    <div
      data-row={row.key}
      className={`${styles['row']} ${isPicked ? styles['picked'] : ''} ${isOpen ? styles['open'] : ''}`}
      onFocus={() => onFocus(index)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: the whole row is the button. */}
      <button
        type="button"
        className={styles['tick']}
        role="checkbox"
        aria-checked={isPicked}
        aria-label={`Pick ${row.title}`}
        onClick={() => onPick(row)}
      >
        {check}
      </button>
      {children}
    </div>
  );
}

const check = (
  <span className={styles['check']}>
    <StoryIcon name="check" size={16} />
  </span>
);

/** A fragment of the row's words. Endings often look the same, and so do stems: each says what it means, unless the row does. */
const Part = memo(function Part({
  fragment: { id, text, ending, gloss, level, credited },
  beside,
  onOpen,
}: {
  fragment: Met;
  /** The meaning that the row shows. */
  beside: string;
  onOpen: (fragment: string) => void;
}) {
  const meaning = gloss === beside ? '' : gloss;
  return (
    <button
      type="button"
      className={ending ? styles['ending'] : ''}
      aria-label={`The story of ${text}${meaning && `: ${meaning.replaceAll('*', '')}`}, level ${level}`}
      onClick={() => onOpen(id)}
    >
      <span lang="es">{text}</span>
      <Dots level={level} credited={credited} />
      {meaning && (
        <small>
          {' '}
          <Marked text={meaning} />
        </small>
      )}
    </button>
  );
});
