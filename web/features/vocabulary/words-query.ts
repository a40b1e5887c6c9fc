import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import { words } from '../../../facade/story.ts';
import type { WordsReply } from './glossary/glossary.ts';

export const wordsKey = ['words'] as const;
export const newestWordsKey = ['newest words'] as const;

/** All words the learner has met, read again whenever the page is opened. */
export function wordsQuery(client: Client) {
  return queryOptions({
    queryKey: wordsKey,
    queryFn: ({ signal }) => client.call(words, { query: {}, signal }),
    refetchOnMount: 'always',
    // Comparing 20,000 rows with the previous ones costs more than rendering the visible ones.
    structuralSharing: false,
  });
}

/** Dictionary forms that are read first: more than a tall screen shows. */
const FIRST = 30;

/** The words met last, until all of them are there. They stand at the top of the list in its usual order. */
export function newestWordsQuery(client: Client) {
  return queryOptions({
    queryKey: newestWordsKey,
    queryFn: ({ signal }) => client.call(words, { query: { newest: FIRST }, signal }),
    refetchOnMount: 'always',
    retry: false,
    gcTime: 0,
  });
}

/** All words, or those met last until all of them are there, with the latest marks. */
export const wordsNow = (queries: QueryClient): WordsReply | undefined =>
  queries.getQueryData(wordsKey) ?? queries.getQueryData(newestWordsKey);

/** The most fragments that one request can name. */
export const MAX_WORDS_READ = 50;

/** Some of the words the learner has met. @param onStale called when the reply lacks the newest changes */
export const wordsOf = (client: Client, fragments: readonly string[], onStale: () => void) =>
  client.call(words, { query: { fragments: [...fragments] }, onStale });
