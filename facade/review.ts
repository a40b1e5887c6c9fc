import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ChapterInPath, Id, IdsInQuery, signedIn } from './values.ts';

const ReviewStep = z.object({
  /** `raised`: marked or credited; `lowered`: marked or tapped as not known. */
  kind: z.enum(['right', 'wrong', 'raised', 'lowered']),
  at: z.string(),
});

const ReviewQuestion = z.object({
  /** The question's id. */
  id: z.string(),
  /** Of the word instance asked about. */
  word: z.string(),
  /** As stored: number 0 is right. */
  options: z.array(z.object({ text: z.string(), explanation: z.string() })),
  /** The fragment that is due. */
  fragment: z.object({ id: z.string(), text: z.string() }),
  /** Its last answer was wrong. */
  missed: z.boolean(),
  /** What was last done with the fragment, oldest first. */
  steps: z.array(ReviewStep),
  book: z.object({ id: z.string(), title: z.string(), language: z.string() }),
  chapter: z.number(),
  /** When the learner last read in the chapter. */
  readOn: z.nullable(z.string()),
  sentence: z.object({
    id: z.string(),
    position: z.number(),
    translation: z.string(),
    contentVersion: z.string(),
  }),
  words: z.array(
    z.object({
      id: z.string(),
      text: z.string(),
      leadingPunctuation: z.string(),
      trailingPunctuation: z.string(),
      fragments: z.array(z.object({ id: z.string(), text: z.string(), kind: z.enum(['stem', 'ending']) })),
    }),
  ),
});

export const review = endpoint({
  name: 'review',
  method: 'GET',
  path: '/vocabularies/review',
  served: 'query',
  callers: signedIn,
  summary:
    'Fragments that are due, each with a question in a sentence the caller has read. With bookId and chapter, or a day, ' +
    'the mistakes made there instead, due or not; with fragments, those. A sentence that was read may be asked after the subscription ended.',
  query: z
    .strictObject({
      /** Most questions; 0 for the figures alone. */
      limit: z.optional(
        z.pipe(
          z.string().check(z.regex(/^(\d|[1-9]\d|1\d\d|200)$/, 'must be 0 to 200')),
          z.transform(value => Number(value)),
        ),
      ),
      /** Mistakes come before what is merely due. */
      mistakes: z.optional(z.literal('first')),
      bookId: z.optional(Id),
      chapter: z.optional(ChapterInPath),
      day: z.optional(z.iso.date().check(z.refine(day => day >= '2000', 'must be 2000-01-01 or later'))),
      /** Minutes that the clock by which the day is meant is ahead of UTC; 0 by default. */
      utcOffset: z.optional(
        z.pipe(
          z.string().check(z.regex(/^-?\d{1,3}$/, 'must be minutes, -999 to 999')),
          z.transform(value => Number(value)),
        ),
      ),
      /** These fragments instead, due or not: ids with commas between, 20 at most. */
      fragments: z.optional(IdsInQuery(20)),
    })
    .check(
      z.refine(({ bookId, chapter }) => bookId === undefined || chapter !== undefined, { path: ['chapter'] }),
      z.refine(({ bookId, chapter }) => chapter === undefined || bookId !== undefined, { path: ['bookId'] }),
      z.refine(({ day, utcOffset }) => utcOffset === undefined || day !== undefined, { path: ['day'] }),
      z.refine(({ bookId, day }) => bookId === undefined || day === undefined, {
        path: ['day'],
        error: 'cannot be asked for together with a chapter',
      }),
    ),
  reply: z.object({
    /** Fragments that are due and can be asked; with a chapter or day, its mistakes; with fragments, those of them. */
    due: z.number(),
    /** Fragments that will be due within a day from now, besides those. */
    tomorrow: z.number(),
    /** The caller's own pace in the last 30 days; null without answers. */
    secondsPerAnswer: z.nullable(z.number()),
    /**
     * Since when the schedule follows the caller's own memory, and from how many answers. `since` is null where that many
     * answers fit the default schedule better. Null: there are too few answers to tell.
     */
    fitted: z.nullable(z.object({ since: z.nullable(z.string()), answers: z.number() })),
    questions: z.array(ReviewQuestion),
  }),
});
