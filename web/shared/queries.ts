import { type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import { type AnswerFile, answers, book, books, sentences, wordInstances } from '../../facade/books.ts';
import type { Client } from '../../facade/client/client.ts';
import { profile } from '../../facade/users.ts';
import { knownFragmentCount, vocabularies } from '../../facade/vocabularies.ts';

/**
 * The queries of the screens, one factory each: `useQuery(profileQuery(useClient()))`. The defaults (kept 60 s when unused,
 * never refetched by themselves) are in web/app/query-client.ts.
 */

/** Data from the device that were shown because the server was late; the late reply is newer. */
export const shownFromDevice = new WeakSet<WeakKey>();

/**
 * The cache already contains optimistic updates. A stale reply (X-Stale), or one that was requested before an update, must not
 * overwrite them: the cached data is kept, and `BehindNotice` reads it again.
 */
async function keepNewer<Data extends WeakKey>(
  { client: queries, queryKey }: QueryFunctionContext,
  read: (onStale: () => void) => Promise<Data>,
  kept: (shown: Data, read: Data) => Data = shown => shown,
): Promise<Data> {
  const shown = () => queries.getQueryData<Data>(queryKey);
  const before = shown();
  let isStale = false;
  const reply = await read(() => {
    isStale = true;
  });
  const now = shown();
  const isNewer = now !== undefined && now !== before && !shownFromDevice.has(now);
  return now !== undefined && (isStale || isNewer) ? kept(now, reply) : reply;
}

export function profileQuery(client: Client) {
  return queryOptions({
    queryKey: ['profile'],
    queryFn: context =>
      keepNewer(
        context,
        onStale => client.call(profile, { signal: context.signal, onStale }),
        // Account and settings are not in the read models.
        ({ lastRead, bookProgress, newFragments }, read) => ({
          ...read,
          lastRead,
          bookProgress,
          newFragments,
        }),
      ),
  });
}

export function booksQuery(client: Client) {
  return queryOptions({ queryKey: ['books'], queryFn: ({ signal }) => client.call(books, { signal }) });
}

export function bookQuery(client: Client, id: string) {
  return queryOptions({
    queryKey: ['books', id],
    queryFn: ({ signal }) => client.call(book, { params: { id }, signal }),
  });
}

export function vocabulariesQuery(client: Client) {
  return queryOptions({
    queryKey: ['vocabularies'],
    queryFn: context =>
      keepNewer(context, onStale => client.call(vocabularies, { signal: context.signal, onStale })),
  });
}

export function knownCountQuery(client: Client, languageId: string) {
  return queryOptions({
    queryKey: ['known-count', languageId],
    queryFn: context =>
      keepNewer(context, onStale =>
        client.call(knownFragmentCount, { body: { languageId }, signal: context.signal, onStale }),
      ),
  });
}

/** A chapter as in the address. */
interface ChapterAddress {
  readonly bookId: string;
  readonly chapter: number;
}

export function sentencesQuery(client: Client, { bookId, chapter }: ChapterAddress) {
  return queryOptions({
    queryKey: ['sentences', bookId, chapter],
    queryFn: ({ signal }) => client.call(sentences, { params: { bookId, chapter }, signal }),
  });
}

export function wordInstancesQuery(client: Client, { bookId, chapter }: ChapterAddress) {
  return queryOptions({
    queryKey: ['word-instances', bookId, chapter],
    queryFn: ({ signal }) => client.call(wordInstances, { params: { bookId, chapter }, signal }),
  });
}

/** Question data of a chapter. By spec 8 a failed load is logged and treated as empty, which the caller does. */
export function answersQuery(
  client: Client,
  { bookTitle, chapter, file }: { bookTitle: string; chapter: number; file: AnswerFile },
) {
  return queryOptions({
    queryKey: ['answers', bookTitle, chapter, file],
    queryFn: ({ signal }) =>
      client.call(answers, {
        params: { bookTitle, folder: `ch${chapter}`, file: `ch${chapter}${file}.json` },
        signal,
      }),
  });
}
