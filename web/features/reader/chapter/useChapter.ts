import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { type AnswerFile, answerFiles } from '../../../../facade/books.ts';
import { mostTelling } from '../../../shared/failures.ts';
import {
  answersQuery,
  bookQuery,
  knownCountQuery,
  profileQuery,
  sentencesQuery,
  vocabulariesQuery,
  wordInstancesQuery,
} from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { type AnswerData, readerSentences } from './contents.ts';

const noData: AnswerData = {};

/** The files that contain questions; the others contain explanations. */
const questionFiles: ReadonlySet<AnswerFile> = new Set(['WordAnswers', 'ClauseAnswers', 'SentenceAnswers']);

function combine(results: readonly UseQueryResult<AnswerData>[]) {
  const data = Object.fromEntries(
    answerFiles.map((file, index) => [file, results[index]?.data ?? noData]),
  ) as Record<AnswerFile, AnswerData>;
  const failed = results.filter(({ error, data: loaded }) => error && loaded === undefined);
  return {
    pending: results.some(({ isPending }) => isPending),
    data,
    errors: results.flatMap(({ error }) => error ?? []),
    questionsLoaded: answerFiles.every((file, index) => !questionFiles.has(file) || results[index]?.data),
    isFetching: results.some(({ isFetching }) => isFetching),
    retry: (): void => {
      for (const { refetch } of failed) void refetch();
    },
  };
}

/**
 * Loads everything the reader needs (spec 7, reader queries). A failed answer file is logged and treated as empty (spec 8):
 * nothing is asked or counted as read then, and the load can be retried.
 */
export function useChapter(bookId: string, chapter: number) {
  const client = useClient();
  const book = useQuery(bookQuery(client, bookId));
  const address = { bookId, chapter };
  const sentences = useQuery(sentencesQuery(client, address));
  const words = useQuery(wordInstancesQuery(client, address));
  const profile = useQuery({ ...profileQuery(client), refetchOnMount: 'always' });
  const vocabularies = useQuery({ ...vocabulariesQuery(client), refetchOnMount: 'always' });
  const language = book.data?.language.id;
  const knownCount = useQuery({
    ...knownCountQuery(client, language ?? ''),
    enabled: language !== undefined,
    refetchOnMount: 'always',
  });
  const bookTitle = book.data?.title;
  const files = useQueries({
    queries: answerFiles.map(file => ({
      ...answersQuery(client, { bookTitle: bookTitle ?? '', chapter, file }),
      enabled: bookTitle !== undefined,
    })),
    combine,
  });
  useEffect(() => {
    if (files.pending) return;
    for (const error of files.errors) console.error('question data did not load', error);
  }, [files.pending, files.errors]);

  // A chapter that was complete stays on the screen during a retry of question files.
  const [wasComplete, setWasComplete] = useState(false);
  if (!files.pending && !wasComplete) setWasComplete(true);
  const isComplete = wasComplete || !files.pending;
  const contents = useMemo(
    () =>
      bookTitle && sentences.data && words.data && isComplete
        ? readerSentences(bookTitle, sentences.data, words.data, files.data)
        : undefined,
    [bookTitle, sentences.data, words.data, isComplete, files.data],
  );
  const needed = [book, sentences, words, profile, vocabularies, knownCount];
  // What a failure says of a chapter needs the book.
  const failure = book.isPending ? undefined : mostTelling(needed.map(query => query.error));
  const isFresh = !profile.isFetching && !vocabularies.isFetching && !knownCount.isFetching;
  return {
    failure,
    book: book.data,
    /** The chapter exists, but its content is not published yet. */
    isComing: book.data?.chapters.find(({ number }) => number === chapter)?.available === false,
    retry: () => void Promise.all(needed.filter(query => query.error).map(query => query.refetch())),
    ready:
      book.data && contents && profile.data && vocabularies.data && knownCount.data
        ? {
            book: book.data,
            sentences: contents,
            profile: profile.data,
            entries: vocabularies.data,
            knownCount: knownCount.data.knownCount,
            questionsLoaded: files.questionsLoaded,
            retryQuestions: files.retry,
            isRetrying: files.isFetching,
          }
        : undefined,
    /** Everything that may have changed since the last visit has been read again. */
    isFresh,
  };
}

export type ReaderData = NonNullable<ReturnType<typeof useChapter>['ready']>;
