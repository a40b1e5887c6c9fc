import { lazy, memo, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { ReviewLink } from '../../shared/review/ReviewLink.tsx';
import type { StoryAction } from '../../shared/story/Story.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import { Dock } from './Dock.tsx';
import styles from './Glossary.module.css';
import { addressWith, type Choice, choiceFrom, type Item, isNarrowed, marksOf } from './glossary/choice.ts';
import { fragmentsOf, type Row, titleOf, type WordsReply } from './glossary/glossary.ts';
import { isTrue } from './glossary/list.ts';
import { Lede } from './Lede.tsx';
import { Loading, Rules } from './Loading.tsx';
import { createPicks } from './picks.ts';
import { Tools } from './Tools.tsx';
import { useAddress } from './useAddress.ts';
import { useGlossary } from './useGlossary.ts';
import { useListKeys } from './useListKeys.ts';
import { useMarks } from './useMarks.ts';
import { useOpenStory, withoutStory } from './useOpenStory.ts';
import { useWide } from './useWide.ts';
import page from './Vocabulary.module.css';
import { type ListHandle, WordList } from './WordList.tsx';

const loadStory = () => import('./StorySheet.tsx');
/** Loaded when the pointer or the focus first reaches the list. */
const StorySheet = lazy(loadStory);
const loadAhead = () => void loadStory().catch(() => {});
const KeptList = lazy(() => import('./KeptList.tsx'));

/** Made once, so that it is not rendered with the page. */
const reviewLink = <ReviewLink look="primary" />;

const noItems: readonly Item[] = [];

/**
 * @param now seconds since 1970, when the reply was read
 * @param isWhole the reply has everything met; otherwise what was met last, until the rest is there
 * @param newestReply the reply with the latest marks, which is rendered later
 */
export const Glossary = memo(function Glossary({
  reply,
  now,
  isWhole,
  newestReply,
}: {
  reply: WordsReply;
  now: number;
  isWhole: boolean;
  newestReply: () => WordsReply | undefined;
}) {
  const [text, changeAddress] = useAddress();
  const address = useMemo(() => new URLSearchParams(text), [text]);
  const chosenBy = withoutStory(address).toString();
  const shownChoice = useMemo(() => choiceFrom(new URLSearchParams(chosenBy)), [chosenBy]);
  const { list, choice, kept, besides, showsOutside, found, states, levels } = useGlossary({
    reply,
    now,
    isWhole,
    shownChoice,
  });
  const wide = useWide();
  const { mark, undo, outcome, setOutcome } = useMarks();
  const [picks] = useState(createPicks);
  const pick = useCallback(
    (row: Row) => {
      setOutcome(null);
      picks.toggle(row);
    },
    [picks, setOutcome],
  );
  const story = address.get('story');
  const { open, cancel, close } = useOpenStory(changeAddress);
  const search = useRef<HTMLInputElement>(null);
  const handle = useRef<ListHandle>(null);

  const choose = useCallback(
    (change: Partial<Choice>) => changeAddress(now => addressWith(now, change)),
    [changeAddress],
  );
  const markRows = (marked: readonly Row[], state: 'known' | 'seen') => {
    if (marked.length === 0) return;
    const words = marked.length === 1 ? '1 word' : `${marked.length} words`;
    const byLanguage = Map.groupBy(marked, ({ language }) => language);
    // The list is rendered later and may not show the last mark yet.
    const fragments = fragmentsOf(newestReply() ?? reply);
    const marks = new Map(
      Array.from(byLanguage, ([language, some]) => [language, marksOf(some, fragments, state)] as const),
    );
    const already = `${words} ${marked.length === 1 ? 'is' : 'are'} ${state} already`;
    mark({ changed: `${words} marked ${state}`, unchanged: already }, marks);
    picks.clear();
  };

  const openFragment = story === null ? undefined : list?.fragments.get(story);
  const openRow = story === null ? undefined : list?.rowOf.get(story);
  const title = useMemo(
    () => (list && openFragment ? titleOf(list.reply, openFragment) : ''),
    [list, openFragment],
  );
  const active = useRef(-1);
  const onFocus = useCallback((index: number) => {
    active.current = index;
  }, []);
  const focusRow = (wanted: Row | undefined) => {
    const index = list?.items.findIndex(({ row }) => row && row.key === wanted?.key) ?? -1;
    if (index >= 0) handle.current?.focus(index);
  };
  // A story may close by the browser's back and forward, or had been open since the page was loaded.
  const openedRow = useRef<Row>(undefined);
  useEffect(() => {
    const closed = openedRow.current;
    openedRow.current = openRow;
    if (closed && !openRow && document.activeElement === document.body) focusRow(closed);
  });
  useListKeys({
    items: list?.items ?? noItems,
    active,
    focus: index => handle.current?.focus(index),
    search: () => search.current?.focus(),
    pick,
    pickAll: picks.add,
    open: row => open(row.own[0] ?? ''),
    mark(row, state) {
      const picked = picks.rows();
      markRows(picked.length > 0 ? picked : row ? [row] : [], state);
    },
    undo,
    letters: usePreferences().keys,
    close: () => {
      if (cancel()) return;
      if (openFragment) close();
      else if (picks.rows().length > 0) picks.clear();
      else setOutcome(null);
    },
  });
  useEffect(() => {
    if (isNarrowed(choice) || choice.sort !== 'met') scrollTo({ top: 0 });
  }, [choice]);

  const onDone = useCallback(
    ({ text, commandId }: StoryAction) =>
      setOutcome({ text, undo: [{ languageId: openRow?.language ?? '', commandId }] }),
    [setOutcome, openRow],
  );
  if (!list) return <Loading />;
  const keptAlone = showsOutside && (besides.length > 0 || !kept.data?.length);

  return (
    <>
      <div className={page['top']}>
        <div className={styles['title']}>
          <div>
            <h1>Vocabulary</h1>
            {list.isWhole ? (
              <Lede rows={list.rows} reply={list.reply} />
            ) : (
              <p className={page['lede']}>Reading all of it…</p>
            )}
          </div>
          {reviewLink}
        </div>
        <Tools
          choice={shownChoice}
          books={list.reply.books}
          states={states}
          levels={levels}
          search={search}
          onChoose={choose}
        />
        <p className={styles['hidden']} role="status">
          {list.isWhole && isNarrowed(choice) ? `${found} found` : ''}
        </p>
      </div>
      {list.isWhole && isNarrowed(choice) && list.chosen.length > 1 && (
        <p className={styles['all']}>
          <Button look="quiet" onClick={() => picks.add(list.chosen)}>
            Pick all {list.chosen.length}
          </Button>
        </p>
      )}
      {showsOutside && (
        <Suspense>
          <KeptList found={besides} search={choice.search} kept={kept} />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only prefetches the story. */}
      <div className={styles['columns']} onPointerOver={loadAhead} onFocus={loadAhead}>
        {!isTrue(list) ? (
          <Rules />
        ) : list.items.length > 0 ? (
          <WordList
            items={list.items}
            fragments={list.fragments}
            now={list.now}
            isWhole={list.isWhole}
            showsMissed={choice.sort === 'missed'}
            picks={picks}
            open={openRow?.key}
            handle={handle}
            onPick={pick}
            onOpen={open}
            onFocus={onFocus}
          />
        ) : keptAlone ? (
          <div />
        ) : (
          <NothingFits search={choice.search.trim()} onChoose={choose} />
        )}
        {openFragment && openRow ? (
          <Suspense fallback={wide && <p className={styles['hint']}>Opening its story…</p>}>
            <StorySheet
              fragment={openFragment}
              title={title}
              languageId={openRow.language}
              beside={wide}
              onDone={onDone}
              onClose={close}
            />
          </Suspense>
        ) : (
          wide && <p className={styles['hint']}>Open a word to read its story.</p>
        )}
      </div>
      <Dock
        picks={picks}
        outcome={outcome}
        onMark={markRows}
        onUndo={undo}
        onOver={() => setOutcome(null)}
        onFocusLost={() =>
          focusRow(list.items[active.current]?.row ?? list.items.find(({ row }) => row)?.row)
        }
      />
    </>
  );
});

function NothingFits({ search, onChoose }: { search: string; onChoose: (choice: Partial<Choice>) => void }) {
  return (
    <div className={styles['none']}>
      <p>{search === '' ? 'Nothing here fits these filters.' : `Nothing you have met fits “${search}”.`}</p>
      <Button
        look="outline"
        onClick={() => onChoose({ search: '', state: 'all', level: 'all', book: 'all' })}
      >
        Clear
      </Button>
    </div>
  );
}
