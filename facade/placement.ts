import * as z from 'zod/mini';
import { mostQuestions } from '../domain/placement/placement.ts';
import { endpoint } from './endpoint.ts';
import { Id, signedIn } from './values.ts';

/** Placement: estimates with a few questions what a new learner already knows (decision 49). */

/** Lower bound, median and upper bound of the number of known fragments. */
const Estimate = z.tuple([z.number(), z.number(), z.number()]);
const Kind = z.enum(['small', 'ending', 'verb', 'noun', 'describing']);

export const placement = endpoint({
  name: 'placement',
  method: 'POST',
  path: '/vocabularies/placement',
  served: 'query',
  callers: signedIn,
  summary:
    'The next question of a placement, or its result. The caller keeps the answers and sends all of them each time; the ' +
    'server judges them and records nothing.',
  body: z.strictObject({
    languageId: Id,
    answers: z
      .array(
        z.strictObject({
          question: Id,
          /** Option as stored; null is 'I don't know'. */
          chosen: z.nullable(z.int().check(z.minimum(0), z.maximum(9))),
        }),
      )
      .check(z.maxLength(mostQuestions)),
    /** Ask up to the maximum, also when the estimate is good enough. */
    more: z.boolean(),
  }),
  reply: z.object({
    /** Fragments of the language's books. */
    size: z.number(),
    /** The estimate after each answer. */
    trace: z.array(Estimate),
    question: z.nullable(
      z.object({
        id: z.string(),
        /** Of the word instance asked about. */
        word: z.string(),
        /** As stored: number 0 is right. */
        options: z.array(z.object({ stored: z.number(), text: z.string() })),
        words: z.array(
          z.object({
            id: z.string(),
            text: z.string(),
            leadingPunctuation: z.string(),
            trailingPunctuation: z.string(),
          }),
        ),
      }),
    ),
    /** Null while there is a question. */
    result: z.nullable(
      z.object({
        /** Answers that were right. */
        right: z.number(),
        /** Fragments the learner has not met, most certain first: id, text, meaning and kind. */
        fragments: z.array(z.tuple([z.string(), z.string(), z.string(), Kind])),
        /** How many of those are credited. */
        counts: z.object({ careful: z.number(), estimated: z.number(), generous: z.number() }),
        /** Fragments of each kind in the books. */
        kinds: z.record(Kind, z.number()),
        /** First chapters: for each sentence the fragments of each word that has a question. */
        chapters: z.array(
          z.object({
            bookId: z.string(),
            title: z.string(),
            sentences: z.array(z.array(z.array(z.string()))),
          }),
        ),
      }),
    ),
  }),
});

export const creditFragments = endpoint({
  name: 'creditFragments',
  method: 'PUT',
  path: '/vocabularies/credit',
  served: 'command',
  callers: signedIn,
  summary:
    'Fragments that the caller knows without having learned them here, as one act: each is known (IV).',
  body: z.strictObject({
    languageId: Id,
    cause: z.enum(['placement', 'list']),
    fragments: z.array(Id).check(z.minLength(1), z.maxLength(20_000)),
  }),
  bodyLimit: 2_000_000,
  reply: z.object({ changed: z.number() }),
});
