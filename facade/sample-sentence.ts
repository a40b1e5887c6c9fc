import * as z from 'zod/mini';
import { Sentence, WordInstance } from './books.ts';
import { endpoint } from './endpoint.ts';

const Questions = z.record(z.string(), z.record(z.string(), z.unknown()));

/** A sentence that visitors may try, with a few of its questions, as the calls of a chapter have them. */
export const Sample = z.object({
  bookId: z.string(),
  bookTitle: z.string(),
  chapter: z.number(),
  sentence: Sentence,
  words: z.array(WordInstance),
  wordAnswers: Questions,
  clauseAnswers: Questions,
});
export type Sample = z.infer<typeof Sample>;

export const sampleSentence = endpoint({
  name: 'sampleSentence',
  method: 'GET',
  path: '/sample-sentence',
  served: 'query',
  callers: 'anyone',
  summary: 'The sentence of the home page that visitors may try; null when the library does not have it.',
  reply: z.object({ sample: z.nullable(Sample) }),
});
