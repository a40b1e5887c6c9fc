import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { ChapterInPath, Id, staff } from './values.ts';

export const questionStatistics = endpoint({
  name: 'questionStatistics',
  method: 'GET',
  path: '/questions/:bookId/:chapter',
  served: 'query',
  callers: staff,
  summary:
    'How the questions of a chapter are answered, in the order of the chapter; those never asked are left out.',
  params: z.object({ bookId: Id, chapter: ChapterInPath }),
  reply: z.object({
    /** Questions of the chapter, with those never asked. */
    total: z.number(),
    questions: z.array(
      z.object({
        id: z.string(),
        kind: z.enum(['word', 'clause', 'sentence']),
        /** Position of its sentence, from 1. */
        sentence: z.number(),
        /** The sentence around what is asked. */
        before: z.string(),
        asked: z.string(),
        after: z.string(),
        /** How often it was answered, with 'I don't know yet'. */
        answers: z.number(),
        unknown: z.number(),
        /** Mean time of an answer. */
        milliseconds: z.number(),
        /** The first one is right. */
        options: z.array(z.object({ text: z.string(), explanation: z.string(), times: z.number() })),
      }),
    ),
  }),
});
