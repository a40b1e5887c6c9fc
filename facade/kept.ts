import * as z from 'zod/mini';
import { NOTE_LENGTH } from '../domain/vocabulary/kept.ts';
import { endpoint } from './endpoint.ts';
import { Id, signedIn } from './values.ts';

/** Words and clauses that a learner keeps, with notes. */

const Note = z.string().check(z.trim(), z.maxLength(NOTE_LENGTH));

export const kept = endpoint({
  name: 'kept',
  method: 'GET',
  path: '/kept',
  served: 'query',
  callers: signedIn,
  summary: 'What the caller keeps, the newest first.',
  reply: z.array(
    z.object({
      id: z.string(),
      /** Empty: no note. */
      note: z.string(),
      keptAt: z.string(),
      /** Null for a clause. */
      fragment: z.nullable(
        z.object({ id: z.string(), text: z.string(), gloss: z.string(), lemma: z.nullable(z.string()) }),
      ),
      /** Null for a fragment. */
      clause: z.nullable(
        z.object({
          sentenceId: z.string(),
          /** From 0. */
          clause: z.number(),
          /** The text at the time when it was kept. */
          text: z.string(),
          /** Its place in a book; null if it is no longer in one. */
          place: z.nullable(
            z.object({ bookId: z.string(), book: z.string(), chapter: z.number(), position: z.number() }),
          ),
        }),
      ),
    }),
  ),
});

export const keepFragment = endpoint({
  name: 'keepFragment',
  method: 'PUT',
  path: '/kept/fragment',
  served: 'command',
  callers: signedIn,
  summary: 'Keep a fragment with this note, which replaces the one before.',
  body: z.strictObject({ fragmentId: Id, note: Note }),
  reply: z.object({ id: z.string() }),
});

export const keepClause = endpoint({
  name: 'keepClause',
  method: 'PUT',
  path: '/kept/clause',
  served: 'command',
  callers: signedIn,
  summary:
    'Keep a clause with this note, which replaces the one before. Clauses count from 0. A paid chapter needs a subscription, ' +
    'the note of what is kept already does not.',
  body: z.strictObject({
    sentenceId: Id,
    clause: z.int().check(z.minimum(0), z.maximum(999)),
    note: Note,
  }),
  reply: z.object({ id: z.string() }),
});

export const letGo = endpoint({
  name: 'letGo',
  method: 'DELETE',
  path: '/kept/:id',
  served: 'command',
  callers: signedIn,
  summary: 'Keep something no longer; its note is deleted. What is not kept stays so.',
  params: z.object({ id: z.uuid() }),
  reply: z.object({ id: z.string() }),
});
