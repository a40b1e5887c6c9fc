import * as z from 'zod/mini';
import { Id, line } from './values.ts';

/**
 * One sentence with its words and questions: a file that an admin drops on the admin page. Its parts have the names of spec 3,
 * as in the queries of a chapter and its answer files. Parts without `_id` get one.
 */

const text = (maximum: number) => z.string().check(z.maxLength(maximum));
const Place = z.int().check(z.minimum(1), z.maximum(9999));
const Part = z.int().check(z.minimum(0), z.maximum(999));

const wrongAnswers = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

/** An absent correctAnswer is the translation; a wrong option without an explanation is not used. */
function answers(wrong: 'incorrectTranslation' | 'incorrectAnswer', longest: number) {
  const options: Record<string, z.ZodMiniOptional<z.ZodMiniString>> = {};
  for (const number of wrongAnswers) {
    options[`${wrong}${number}`] = z.optional(text(longest));
    options[`incorrectExplanation${number}`] = z.optional(text(1000));
  }
  return z.strictObject({
    _id: z.optional(Id),
    correctAnswer: z.optional(line(longest)),
    correctExplanation: line(1000),
    ...options,
  });
}

const Ending = z.strictObject({
  _id: z.optional(Id),
  text: line(60),
  gloss: line(300),
  lemma: z.optional(z.nullable(text(100))),
  note: z.optional(z.nullable(text(1000))),
});

const skipped = ['proper noun', 'roman numeral', 'latin'] as const;

const AutoWord = z.strictObject({
  _id: z.optional(Id),
  text: line(100),
  /** From 1, in the order of the sentence. */
  position: Place,
  leadingPunctuation: z._default(text(20), ''),
  trailingPunctuation: z._default(text(20), ''),
  translation: line(200),
  word: z.optional(z.strictObject({ modernEquivalent: z.optional(z.nullable(text(100))) })),
  stem: z.extend(Ending, { pos: z.optional(z.nullable(text(40))) }),
  ending1: z.optional(z.nullable(Ending)),
  ending2: z.optional(z.nullable(Ending)),
  ending3: z.optional(z.nullable(Ending)),
  /** Never asked (spec 4); by default derived from the stem's pos. */
  skipped: z.optional(z.nullable(z.enum(skipped))),
  answers: z.optional(answers('incorrectTranslation', 200)),
});

const ChapterTitles = z.array(line(200)).check(z.maxLength(999));

/** A book to add first if it is missing; an export of the library has it with the first sentence. */
const AutoBook = z.strictObject({
  _id: z.optional(Id),
  author: line(200),
  publishedDate: z.optional(z.nullable(text(40))),
  readingLevel: z.optional(z.nullable(text(60))),
  language: z.strictObject({
    _id: z.optional(Id),
    name: line(80),
    isoCode: z.optional(z.nullable(text(16))),
  }),
  /** Titles of all chapters, including those without content. */
  chapterTitles: z.optional(ChapterTitles),
  introductions: z.optional(
    z.record(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'must be a chapter number')), line(2000)),
  ),
});

const Meta = z.strictObject({
  _id: z.optional(Id),
  bookTitle: line(200),
  part: z._default(Part, 1),
  chapter: z.int().check(z.minimum(1), z.maximum(999)),
  section: z._default(Part, 1),
  position: Place,
  chapterTitle: z.optional(line(200)),
  newParagraph: z._default(z.boolean(), false),
  text: line(4000),
  translation: line(4000),
  summary: z.optional(z.nullable(line(2000))),
  phrases: z.optional(
    z.array(z.strictObject({ phrase: line(500), explanation: line(1000) })).check(z.maxLength(50)),
  ),
  answers: z.optional(answers('incorrectAnswer', 4000)),
  clauses: z.optional(
    z
      .array(
        z.extend(answers('incorrectAnswer', 1000), {
          /** Index of the clause, from 0 (see `splitIntoClauses`). */
          clause: z.int().check(z.minimum(0), z.maximum(500)),
          correctAnswer: line(1000),
        }),
      )
      .check(z.maxLength(100)),
  ),
  book: z.optional(AutoBook),
});

export const AutoSentence = z.strictObject({
  meta: Meta,
  wordInstances: z.array(AutoWord).check(z.minLength(1), z.maxLength(200)),
});
export type AutoSentence = z.output<typeof AutoSentence>;
