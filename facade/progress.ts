import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Level, signedIn } from './values.ts';

/**
 * Data of the page Progress. A fragment counts once for each occurrence in the text; words that are never asked (proper nouns)
 * do not count (decision 50).
 */

export const chapterMap = endpoint({
  name: 'chapterMap',
  method: 'GET',
  path: '/vocabularies/chapters',
  served: 'query',
  callers: signedIn,
  summary:
    'The chapters that the caller has opened and the next one of each book: how many fragments of each sentence are known. ' +
    'Numbers only, so it needs no subscription.',
  reply: z.array(
    z.object({
      bookId: z.string(),
      chapter: z.number(),
      /** Sentences read. */
      read: z.number(),
      /** In order: the sentence's id, its fragments that are known, all of its fragments. */
      sentences: z.array(z.tuple([z.string(), z.number(), z.number()])),
    }),
  ),
});

export const coverage = endpoint({
  name: 'coverage',
  method: 'GET',
  path: '/vocabularies/coverage',
  served: 'query',
  callers: signedIn,
  summary:
    'The chapter that the caller is reading, or reads next: how much of it is known, and the few fragments, at most 20, that ' +
    'bring it to 80 or 95 percent. All of them can be reviewed in sentences that were read.',
  reply: z.object({
    /** Null before a first chapter was opened. */
    next: z.nullable(
      z.object({
        bookId: z.string(),
        chapter: z.number(),
        known: z.number(),
        total: z.number(),
        /** Percent; null when 95 are reached. */
        goal: z.nullable(z.number()),
        /** Known once these fragments are. */
        after: z.number(),
        /** Most frequent in the chapter first. */
        fragments: z.array(z.object({ id: z.string(), text: z.string(), gloss: z.string(), level: Level })),
      }),
    ),
    /** The caller's own pace in the last 30 days; null without answers. */
    secondsPerAnswer: z.nullable(z.number()),
  }),
});

export const knownCounts = endpoint({
  name: 'knownCounts',
  method: 'GET',
  path: '/vocabularies/known-counts',
  served: 'query',
  callers: signedIn,
  summary:
    "How the caller's known count of a language changed, by day (UTC) and by what. In thirds of levels.",
  query: z.strictObject({ languageId: Id }),
  reply: z.object({
    /**
     * Days with a change, in order: the day, what was known at its end, and what was gained on it by reading, by reviews, by
     * credit and by hand, and lost (negative).
     */
    days: z.array(
      z.tuple([z.string(), z.number(), z.number(), z.number(), z.number(), z.number(), z.number()]),
    ),
    /** Number of fragments that are known because they were credited. */
    credited: z.number(),
  }),
});

export const activity = endpoint({
  name: 'activity',
  method: 'GET',
  path: '/vocabularies/activity',
  served: 'query',
  callers: signedIn,
  summary: 'What the caller did on each day (UTC) with answers or reading.',
  reply: z.array(
    z.object({
      day: z.string(),
      /** Spent on answers. */
      milliseconds: z.number(),
      answers: z.number(),
      /** Sentences read. */
      sentences: z.number(),
    }),
  ),
});
