import { type UseQueryResult, useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AnswerFile, answerFiles } from '../../../../facade/books.ts';
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

function combine(results: readonly UseQueryResult<AnswerData>[]) {
  const data = Object.fromEntries(
    answerFiles.map((file, index) => [file, results[index]?.data ?? noData]),
  ) as Record<AnswerFile, AnswerData>;
  for (const { error } of results) if (error) console.error('question data did not load', error);
  return { pending: results.some(({ isPending }) => isPending), data };
}

/** Everything the reader reads (spec 7, reader queries). An answer file that does not load is logged and is no data. */
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

  const contents = useMemo(
    () =>
      bookTitle && sentences.data && words.data && !files.pending
        ? readerSentences(bookTitle, sentences.data, words.data, files.data)
        : undefined,
    [bookTitle, sentences.data, words.data, files.pending, files.data],
  );
  const needed = [book, sentences, words, profile, vocabularies, knownCount];
  const failure = needed.find(query => query.error)?.error;
  const isFresh = !profile.isFetching && !vocabularies.isFetching && !knownCount.isFetching;
  return {
    failure,
    retry: () => void Promise.all(needed.filter(query => query.error).map(query => query.refetch())),
    ready:
      book.data && contents && profile.data && vocabularies.data && knownCount.data
        ? {
            book: book.data,
            sentences: contents,
            profile: profile.data,
            entries: vocabularies.data,
            knownCount: knownCount.data.knownCount,
          }
        : undefined,
    /** What may have changed since the last visit has been read again. */
    isFresh,
  };
}

export type ReaderData = NonNullable<ReturnType<typeof useChapter>['ready']>;
