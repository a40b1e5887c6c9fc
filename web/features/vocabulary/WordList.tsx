import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { memo, useCallback, useEffect, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import type { Item } from './glossary/choice.ts';
import type { Fragments, Row } from './glossary/glossary.ts';
import type { Picks } from './picks.ts';
import { useWide } from './useWide.ts';
import styles from './WordList.module.css';
import { WordRow } from './WordRow.tsx';

/**
 * Estimated heights in pixels of a row, on a wide screen and on a phone, and of a day. They match the styles: a wrong estimate
 * makes the list recompute all later positions.
 */
const [ROW, TALL_ROW, DAY] = [59, 100, 41];

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
