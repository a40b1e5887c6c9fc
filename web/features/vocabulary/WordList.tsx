import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactNode,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { flushSync } from 'react-dom';
import { Dots } from '../../shared/components/Dots.tsx';
import { StoryIcon } from '../../shared/components/StoryIcon.tsx';
import { type Item, nextText } from './glossary/choice.ts';
import { dueOf, type Fragments, type Met, type Row } from './glossary/glossary.ts';
import type { Picks } from './picks.ts';
import { useWide } from './useWide.ts';
import styles from './WordList.module.css';

/**
 * Estimated heights in pixels of a row, on a wide screen and on a phone, and of a day. They match the styles: a wrong estimate
 * makes the list recompute all later positions.
 */
const [ROW, TALL_ROW, DAY] = [59, 100, 41];

/** Of more fragments than `MANY`, a row shows the first `FEW` until all are asked for: a verb may have a hundred endings. */
const [MANY, FEW] = [10, 8];

export interface ListHandle {
  /** Scrolls to the row and focuses it. */
  readonly focus: (index: number) => void;
}

/** A virtual list of rows. */
export const WordList = memo(function WordList({
  items,
  fragments,
  now,
  isWhole,
  showsMissed,
  picks,
  open,
  handle,
  onPick,
  onOpen,
  onFocus,
}: {
  items: readonly Item[];
  fragments: Fragments;
  /** Seconds since 1970. */
  now: number;
  /** There are no more items. */
  isWhole: boolean;
  /** The right column shows how often the row was missed, instead of its due date. */
  showsMissed: boolean;
  picks: Picks;
  /** Key of the row whose story is open. */
  open: string | undefined;
  handle: React.Ref<ListHandle>;
  onPick: (row: Row) => void;
  onOpen: (fragment: string) => void;
  /** Called when the row at this index gets the focus. */
  onFocus: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what stands above the list changes with it.
  useLayoutEffect(() => {
    const measure = () => setMargin((list.current?.getBoundingClientRect().top ?? 0) + Math.round(scrollY));
    measure();
    addEventListener('resize', measure);
    return () => removeEventListener('resize', measure);
  }, [isWhole, items]);
  // The functions stay the same for the same items, otherwise the virtualizer positions every row again.
  const row = useWide() ? ROW : TALL_ROW;
  const estimateSize = useCallback((index: number) => (items[index]?.row ? row : DAY), [items, row]);
  const getItemKey = useCallback(
    (index: number) => items[index]?.row?.key ?? `day ${items[index]?.day}`,
    [items],
  );
  const rows = useWindowVirtualizer({
    count: items.length,
    estimateSize,
    getItemKey,
    scrollMargin: margin,
    overscan: 4,
    // The rows beyond the screen are rendered after a scroll is painted: a key that scrolls does not wait for them.
    useFlushSync: false,
  });
  const wanted = useRef<string>(undefined);
  /** @returns whether it was there to be focused */
  const focusWanted = (): boolean => {
    if (wanted.current === undefined) return false;
    const row = list.current?.querySelector<HTMLElement>(
      `[data-row="${CSS.escape(wanted.current)}"] [data-head]`,
    );
    if (!row) return false;
    row.closest('[data-row]')?.scrollIntoView({ block: 'nearest' });
    row.focus({ preventScroll: true });
    wanted.current = undefined;
    return true;
  };
  const focus = (index: number) => {
    wanted.current = items[index]?.row?.key;
    // A row next to the visible ones is there already: the browser scrolls to it in one step.
    if (!focusWanted()) rows.scrollToIndex(index, { align: 'auto' });
  };
  useImperativeHandle(handle, () => ({ focus }));
  /** The row that has the focus. */
  const focused = useRef<{ readonly key: string; readonly index: number }>(undefined);
  const onRowFocus = useCallback(
    (index: number) => {
      const key = items[index]?.row?.key;
      focused.current = key === undefined ? undefined : { key, index };
      onFocus(index);
    },
    [items, onFocus],
  );
  // A mark may take the row with the focus out of the list: the focus goes to the row that has its place.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when other items come.
  useLayoutEffect(() => {
    const last = focused.current;
    if (!last || document.activeElement !== document.body) return;
    if (items.some(({ row }) => row?.key === last.key)) return;
    const after = items.findIndex(({ row }, index) => row && index >= last.index);
    const next = after >= 0 ? after : items.findLastIndex(({ row }) => row);
    if (next >= 0) focus(next);
  }, [items]);
  // A distant row is rendered only after the list has scrolled to it.
  useEffect(() => void focusWanted());
  /** Keys of the rows that show all their fragments. */
  const [whole, setWhole] = useState<ReadonlySet<string>>(new Set());
  const showWhole = useCallback((key: string) => setWhole(before => new Set([...before, key])), []);
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the visible items are rendered, with their positions as ARIA attributes.
    <div
      ref={list}
      role="list"
      aria-label="Words"
      className={styles['list']}
      style={{ height: rows.getTotalSize() }}
      onBlur={() => {
        focused.current = undefined;
      }}
    >
      {rows.getVirtualItems().map(({ index, start, key }) => {
        const item = items[index];
        if (!item) return null;
        return (
          // biome-ignore lint/a11y/useSemanticElements: as above.
          <div
            key={key}
            ref={rows.measureElement}
            data-index={index}
            role="listitem"
            aria-posinset={index + 1}
            aria-setsize={isWhole ? items.length : -1}
            className={styles['item']}
            style={{ transform: `translateY(${start - margin}px)` }}
          >
            {item.row ? (
              <WordRow
                row={item.row}
                index={index}
                fragments={fragments}
                now={now}
                showsMissed={showsMissed}
                picks={picks}
                isOpen={open === item.row.key}
                isWhole={whole.has(item.row.key)}
                onWhole={showWhole}
                onPick={onPick}
                onOpen={onOpen}
                onFocus={onRowFocus}
              />
            ) : (
              <h2 className={styles['day']}>{item.day}</h2>
            )}
          </div>
        );
      })}
    </div>
  );
});

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

const WordRow = memo(function WordRow({
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
        <span>{row.gloss}</span>
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
      aria-label={`The story of ${text}${meaning && `: ${meaning}`}, level ${level}`}
      onClick={() => onOpen(id)}
    >
      <span lang="es">{text}</span>
      <Dots level={level} credited={credited} />
      {meaning && <small> {meaning}</small>}
    </button>
  );
});
