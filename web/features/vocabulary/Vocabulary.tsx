import { useQuery } from '@tanstack/react-query';
import { memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { stateOf } from '../../../domain/vocabulary/levels.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { keptQuery } from '../../shared/kept/kept.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { useClient } from '../../shared/session.tsx';
import type { StoryAction } from '../../shared/story/Story.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import { Dock } from './Dock.tsx';
import {
  addressWith,
  type Choice,
  choiceFrom,
  chosenRows,
  counts,
  isNarrowed,
  itemsOf,
  marksOf,
} from './glossary/choice.ts';
import {
  fragmentsIn,
  type Met,
  metById,
  metFrom,
  type Row,
  rowsOf,
  titleOf,
  type WordsReply,
} from './glossary/glossary.ts';
import { KeptList, keptOutsideList } from './KeptList.tsx';
import { ReviewButton } from './ReviewButton.tsx';
import { StorySheet } from './StorySheet.tsx';
import { Tools } from './Tools.tsx';
import { useListKeys } from './useListKeys.ts';
import { useMarks } from './useMarks.ts';
import { useWide } from './useWide.ts';
import styles from './Vocabulary.module.css';
import { type ListHandle, WordList } from './WordList.tsx';
import { wordsQuery } from './words-query.ts';

/** Everything the learner has met: a glossary that is searched, filtered, marked, and tells each word's story. */
export default function Vocabulary() {
  const client = useClient();
  usePageTitle('Vocabulary');
  const query = useQuery(wordsQuery(client));
  if (query.error && !query.data)
    return <ErrorState messages={[loadFailure(query.error)]} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles['page']}>
      {!query.data ? (
        <Loading />
      ) : query.data.languages.length === 0 ? (
        <NothingMet />
      ) : (
        <Glossary reply={query.data} now={Math.floor(query.dataUpdatedAt / 1_000)} />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className={styles['top']}>
      <h1>Vocabulary</h1>
      <ul className={styles['rules']} aria-label="Loading">
        {[1, 2, 3, 4, 5].map(line => (
          <li key={line} />
        ))}
      </ul>
    </div>
  );
}

function NothingMet() {
  return (
    <div className={styles['top']}>
      <h1>Vocabulary</h1>
      <p className={styles['quote']} lang="es">
        Platero es pequeño, peludo, suave…
      </p>
      <p className={styles['lede']}>Every word you meet in a book stands here, with its story.</p>
      <div className={styles['begin']}>
        <ButtonLink to="/library">Begin with chapter 1</ButtonLink>
        <ButtonLink look="quiet" to="/import">
          Bring words you know
        </ButtonLink>
      </div>
    </div>
  );
}

const noFragments: ReadonlyMap<string, Met> = new Map();

/** @param now seconds since 1970, when the reply was read */
function Glossary({ reply: newest, now }: { reply: WordsReply; now: number }) {
  const [address, setAddress] = useSearchParams();
  const chosenBy = addressWithout(address, 'story').toString();
  const shownChoice = useMemo(() => choiceFrom(new URLSearchParams(chosenBy)), [chosenBy]);
  // What is typed, chosen and marked is answered at once, the list follows.
  const choice = useDeferredValue(shownChoice);
  const reply = useDeferredValue(newest);
  const wide = useWide();
  // A mark changes levels only: the rows are made anew when the server told of other words.
  const words = reply.languages.map(({ words }) => words);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reply is another object after each mark.
  const rows = useMemo(() => rowsOf(reply), words);
  const fragments = useMemo(() => metById(reply), [reply]);
  const kept = useQuery({ ...keptQuery(useClient()), refetchOnMount: 'always' });
  const besides = useMemo(
    () => (choice.state === 'kept' ? keptOutsideList(kept.data ?? [], fragments, choice.search) : []),
    [kept.data, fragments, choice],
  );
  const glossary = useMemo(
    () => ({
      rows,
      fragments,
      books: reply.books,
      now,
      kept: new Set(kept.data?.flatMap(({ fragment }) => fragment?.id ?? [])),
    }),
    [rows, fragments, reply.books, now, kept.data],
  );
  const chosen = useKept(useMemo(() => chosenRows(glossary, choice), [glossary, choice]));
  // Only the days of levels change with a mark.
  const dated = choice.sort === 'since' ? fragments : noFragments;
  const items = useMemo(
    () => itemsOf(chosen, { sort: choice.sort, fragments: dated, today: new Date() }),
    [chosen, choice.sort, dated],
  );
  const states = useMemo(() => counts(glossary, choice, 'state'), [glossary, choice]);
  const levels = useMemo(() => counts(glossary, choice, 'level'), [glossary, choice]);
  const { mark, undo, outcome, tell } = useMarks();
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const search = useRef<HTMLInputElement>(null);
  const list = useRef<ListHandle>(null);
  const opener = useRef<HTMLElement>(null);

  const choose = useCallback(
    (change: Partial<Choice>) => setAddress(now => addressWith(now, change), { replace: true }),
    [setAddress],
  );
  const open = useCallback(
    (fragment: string) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setAddress(
        now => {
          const next = new URLSearchParams(now);
          next.set('story', fragment);
          return next;
        },
        { replace: true },
      );
    },
    [setAddress],
  );
  const close = useCallback(() => {
    setAddress(now => addressWithout(now, 'story'), { replace: true });
    opener.current?.focus();
  }, [setAddress]);

  const pick = useCallback(
    (row: Row) => {
      tell(null);
      setPicked(before => {
        const after = new Map(before);
        if (!after.delete(row.key)) after.set(row.key, row);
        return after;
      });
    },
    [tell],
  );
  const pickAll = useCallback(
    (more: readonly Row[]) =>
      setPicked(before => new Map([...before, ...more.map(row => [row.key, row] as const)])),
    [],
  );
  const markRows = (marked: readonly Row[], state: 'known' | 'seen') => {
    if (marked.length === 0) return;
    const byLanguage = Map.groupBy(marked, ({ language }) => language);
    // The list may still show what was before the last mark.
    const ids = new Set(marked.flatMap(({ own }) => own));
    const fragments = new Map(fragmentsIn(newest, ids).map(tuple => [tuple[0], metFrom(tuple)]));
    const marks = new Map(
      Array.from(byLanguage, ([language, some]) => [language, marksOf(some, fragments, state)] as const),
    );
    mark(`${marked.length === 1 ? '1 word' : `${marked.length} words`} marked ${state}`, marks);
    setPicked(new Map());
  };

  const story = address.get('story');
  const told = story === null ? undefined : fragments.get(story);
  const openRow = useMemo(
    () =>
      story === null
        ? undefined
        : (rows.find(({ own }) => own.includes(story)) ?? rows.find(({ parts }) => parts.includes(story))),
    [rows, story],
  );
  const title = useMemo(() => (told ? titleOf(reply, told) : ''), [reply, told]);
  const pickedKeys = useMemo(() => new Set(picked.keys()), [picked]);
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
    mark: (row, state) => markRows(picked.size > 0 ? [...picked.values()] : row ? [row] : [], state),
    undo,
    letters: usePreferences().keys,
    close: () => {
      if (told) close();
      else if (picked.size > 0) setPicked(new Map());
      else tell(null);
    },
  });
  useEffect(() => {
    if (isNarrowed(choice) || choice.sort !== 'met') scrollTo({ top: Math.min(scrollY, 0) });
  }, [choice]);

  const onDone = useCallback(
    ({ text, commandId }: StoryAction) =>
      tell({ text, undo: [{ languageId: openRow?.language ?? '', commandId }] }),
    [tell, openRow],
  );

  return (
    <>
      <div className={styles['top']}>
        <div className={styles['title']}>
          <div>
            <h1>Vocabulary</h1>
            <Lede rows={rows} fragments={fragments} books={reply.books} />
          </div>
          <ReviewButton className={styles['review'] ?? ''} />
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
          {isNarrowed(choice) ? `${chosen.length} found` : ''}
        </p>
      </div>
      {choice.state === 'kept' && <KeptList found={besides} search={choice.search} kept={kept} />}
      <div className={styles['columns']}>
        {items.length === 0 && choice.state === 'kept' && (besides.length > 0 || !kept.data?.length) ? (
          <div />
        ) : items.length === 0 ? (
          <div className={styles['none']}>
            <p>
              {choice.search.trim() === ''
                ? 'Nothing here fits these filters.'
                : `Nothing you have met fits “${choice.search.trim()}”.`}
            </p>
            <Button
              look="outline"
              onClick={() => choose({ search: '', state: 'all', level: 'all', book: 'all' })}
            >
              Clear
            </Button>
          </div>
        ) : (
          <WordList
            items={items}
            fragments={fragments}
            now={now}
            showsMissed={choice.sort === 'missed'}
            picked={pickedKeys}
            open={openRow?.key}
            handle={list}
            onPick={pick}
            onOpen={open}
            onFocus={onFocus}
          />
        )}
        {told && openRow ? (
          <StorySheet
            fragment={told}
            title={title}
            languageId={openRow.language}
            beside={wide}
            onDone={onDone}
            onClose={close}
          />
        ) : (
          wide && <p className={styles['hint']}>Open a word to read its story.</p>
        )}
      </div>
      <Dock
        picked={picked.size}
        outcome={outcome}
        onMark={state => markRows([...picked.values()], state)}
        onNone={() => setPicked(new Map())}
        onUndo={undo}
        onOver={() => tell(null)}
      />
    </>
  );
}

const Lede = memo(function Lede({
  rows,
  fragments,
  books: titled,
}: {
  rows: readonly Row[];
  fragments: ReturnType<typeof metById>;
  books: WordsReply['books'];
}) {
  const words = rows.reduce((sum, { ending }) => sum + (ending ? 0 : 1), 0);
  let known = 0;
  const books = new Set<number>();
  for (const fragment of fragments.values()) {
    if (stateOf(fragment.level) === 'known') known += 1;
    for (const book of fragment.books) books.add(book);
  }
  const many = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
  return (
    <p className={styles['lede']}>
      {many(fragments.size, 'fragment')} in {many(words, 'word')}
      {books.size > 0 &&
        `, met in ${books.size === 1 ? titled[[...books][0] ?? 0]?.title : many(books.size, 'book')}`}
      . {known} {known === 1 ? 'is' : 'are'} known. <Link to="/import">Bring words you know</Link>
    </p>
  );
});

/** The list before when this one has the same rows: a mark seldom changes which are shown. */
function useKept(list: readonly Row[]): readonly Row[] {
  const kept = useRef(list);
  const same = kept.current.length === list.length && list.every((row, index) => row === kept.current[index]);
  if (!same) kept.current = list;
  return kept.current;
}

function addressWithout(address: URLSearchParams, name: string): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete(name);
  return next;
}
