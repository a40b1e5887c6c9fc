import { lazy, Suspense, useCallback, useEffect, useMemo, useRef } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { ReviewLink } from '../../shared/review/ReviewLink.tsx';
import type { StoryAction } from '../../shared/story/Story.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import { Dock } from './Dock.tsx';
import styles from './Glossary.module.css';
import { addressWith, type Choice, choiceFrom, isNarrowed, marksOf } from './glossary/choice.ts';
import { fragmentsOf, type Row, titleOf, type WordsReply } from './glossary/glossary.ts';
import { Lede } from './Lede.tsx';
import { Tools } from './Tools.tsx';
import { useAddress } from './useAddress.ts';
import { useGlossary } from './useGlossary.ts';
import { useListKeys } from './useListKeys.ts';
import { useMarks } from './useMarks.ts';
import { useOpenStory, withoutStory } from './useOpenStory.ts';
import { usePicked } from './usePicked.ts';
import { useWide } from './useWide.ts';
import page from './Vocabulary.module.css';
import { type ListHandle, WordList } from './WordList.tsx';

const loadStory = () => import('./StorySheet.tsx');
/** Loaded when the pointer or the focus first reaches the list. */
const StorySheet = lazy(loadStory);
const loadAhead = () => void loadStory().catch(() => {});
const KeptList = lazy(() => import('./KeptList.tsx'));

/** @param now seconds since 1970, when the reply was read */
export function Glossary({ reply: newest, now }: { reply: WordsReply; now: number }) {
  const [address, changeAddress] = useAddress();
  const chosenBy = withoutStory(address).toString();
  const shownChoice = useMemo(() => choiceFrom(new URLSearchParams(chosenBy)), [chosenBy]);
  const glossary = useGlossary({ newest, now, shownChoice });
  const { choice, reply, rows, fragments, kept, besides, showsOutside, items, found, states, levels } =
    glossary;
  const wide = useWide();
  const { mark, undo, outcome, setOutcome } = useMarks();
  const { picked, keys, pick, pickAll, pickNone } = usePicked(
    useCallback(() => setOutcome(null), [setOutcome]),
  );
  const { story, open, close } = useOpenStory();
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle>(null);

  const choose = useCallback(
    (change: Partial<Choice>) => changeAddress(now => addressWith(now, change)),
    [changeAddress],
  );
  const markRows = (marked: readonly Row[], state: 'known' | 'seen') => {
    if (marked.length === 0) return;
    const byLanguage = Map.groupBy(marked, ({ language }) => language);
    // The list is rendered later and may not show the last mark yet, so the levels come from the newest reply.
    const fragments = fragmentsOf(newest);
    const marks = new Map(
      Array.from(byLanguage, ([language, some]) => [language, marksOf(some, fragments, state)] as const),
    );
    const words = marked.length === 1 ? '1 word' : `${marked.length} words`;
    const already = `${words} ${marked.length === 1 ? 'is' : 'are'} ${state} already`;
    mark({ changed: `${words} marked ${state}`, unchanged: already }, marks);
    pickNone();
  };

  const openFragment = story === null ? undefined : fragments.get(story);
  const openRow = useMemo(
    () =>
      story === null
        ? undefined
        : (rows.find(({ own }) => own.includes(story)) ?? rows.find(({ parts }) => parts.includes(story))),
    [rows, story],
  );
  const title = useMemo(() => (openFragment ? titleOf(reply, openFragment) : ''), [reply, openFragment]);
  const active = useRef(-1);
  const onFocus = useCallback((index: number) => {
    active.current = index;
  }, []);
  useListKeys({
    items,
    active,
    focus: index => list.current?.focus(index),
    search: () => search.current?.focus(),
    pick,
    pickAll,
    open: row => open(row.own[0] ?? ''),
    mark: (row, state) => markRows(picked.length > 0 ? picked : row ? [row] : [], state),
    undo,
    letters: usePreferences().keys,
    close: () => {
      if (openFragment) close();
      else if (picked.length > 0) pickNone();
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
  const keptAlone = showsOutside && (besides.length > 0 || !kept.data?.length);

  return (
    <>
      <div className={page['top']}>
        <div className={styles['title']}>
          <div>
            <h1>Vocabulary</h1>
            <Lede rows={rows} reply={reply} />
          </div>
          <ReviewLink look="primary" />
        </div>
        <Tools
          choice={shownChoice}
          books={reply.books}
          states={states}
          levels={levels}
          search={search}
          onChoose={choose}
        />
        <p className={styles['hidden']} role="status">
          {isNarrowed(choice) ? `${found} found` : ''}
        </p>
      </div>
      {showsOutside && (
        <Suspense>
          <KeptList found={besides} search={choice.search} kept={kept} />
        </Suspense>
      )}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only prefetches the story. */}
      <div className={styles['columns']} onPointerOver={loadAhead} onFocus={loadAhead}>
        {items.length > 0 ? (
          <WordList
            items={items}
            fragments={fragments}
            now={now}
            showsMissed={choice.sort === 'missed'}
            picked={keys}
            open={openRow?.key}
            handle={list}
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
        picked={picked.length}
        outcome={outcome}
        onMark={state => markRows(picked, state)}
        onNone={pickNone}
        onUndo={undo}
        onOver={() => setOutcome(null)}
      />
    </>
  );
}

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
