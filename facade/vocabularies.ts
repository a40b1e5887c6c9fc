import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { bookProgressByBook } from './users.ts';
import {
  AdminReply,
  admins,
  ChapterInPath,
  ChapterNumber,
  Id,
  Level,
  LevelPolicy,
  MetLevel,
  signedIn,
  Username,
} from './values.ts';

const State = z.enum(['new', 'seen', 'known']);

export const vocabularies = endpoint({
  name: 'vocabularies',
  method: 'GET',
  path: '/vocabularies',
  served: 'query',
  callers: signedIn,
  summary: "The caller's vocabulary entries. An entry's _id is its fragment's id.",
  reply: z.array(
    z.object({
      _id: z.string(),
      fragment: z.string(),
      language: z.string(),
      state: State,
      level: MetLevel,
      /** False where no book has the fragment any more; absent otherwise. */
      inBook: z.optional(z.literal(false)),
    }),
  ),
});

export const newFragments = endpoint({
  name: 'newFragments',
  method: 'GET',
  path: '/vocabularies/met-in/:bookId/:chapter',
  served: 'query',
  callers: signedIn,
  summary:
    'Ids of the fragments that were new to the caller until a question of this chapter asked for them.',
  params: z.object({ bookId: Id, chapter: ChapterInPath }),
  reply: z.array(z.string()),
});

export const changeVocabulary = endpoint({
  name: 'changeVocabulary',
  method: 'PUT',
  path: '/vocabularies',
  served: 'command',
  callers: signedIn,
  summary: 'A tap or a mark by hand. vocabularyId is absent for a new entry and else equals fragmentId.',
  body: z.strictObject({
    vocabularyId: z.optional(Id),
    fragmentId: Id,
    newState: State,
    newLevel: MetLevel,
    languageId: Id,
  }),
  reply: z.object({ id: z.string() }),
});

/** A bulk act: how many fragments moved. Its `Idempotency-Key` undoes it. */
const BulkReply = z.object({ changed: z.number() });

export const markFragments = endpoint({
  name: 'markFragments',
  method: 'PUT',
  path: '/vocabularies/fragments',
  served: 'command',
  callers: signedIn,
  summary: 'Many marks by hand as one act.',
  body: z.strictObject({
    languageId: Id,
    fragments: z
      .array(z.strictObject({ fragmentId: Id, level: Level }))
      .check(z.minLength(1), z.maxLength(20_000)),
  }),
  bodyLimit: 2_000_000,
  reply: BulkReply,
});

export const markClause = endpoint({
  name: 'markClause',
  method: 'PUT',
  path: '/vocabularies/clause',
  served: 'command',
  callers: signedIn,
  summary: 'Every fragment of a clause at one level; the server knows which those are. Clauses count from 0.',
  body: z.strictObject({
    bookId: Id,
    chapter: ChapterNumber,
    sentenceId: Id,
    clause: z.int().check(z.minimum(0), z.maximum(999)),
    level: Level,
  }),
  reply: BulkReply,
});

export const undoCommand = endpoint({
  name: 'undoCommand',
  method: 'POST',
  path: '/vocabularies/undo',
  served: 'command',
  callers: signedIn,
  summary:
    'Take back a tap, a mark, a bulk act or an undo of the caller, by its Idempotency-Key. Fragments that moved since stay.',
  body: z.strictObject({ languageId: Id, commandId: z.uuid() }),
  reply: z.object({ fragments: z.array(z.object({ fragmentId: z.string(), level: Level })) }),
});

export const knownFragmentCount = endpoint({
  name: 'knownFragmentCount',
  method: 'PATCH',
  path: '/vocabularies/user-known-fragment-count',
  served: 'query',
  callers: signedIn,
  summary: 'The known count of one language (spec 4: thirds of levels, so it may have a fraction).',
  body: z.strictObject({ languageId: Id }),
  reply: z.object({
    knownCount: z.number(),
    /** The level policy; absent: the specification's. */
    policy: z.optional(LevelPolicy),
  }),
});

export const updateBookProgress = endpoint({
  name: 'updateBookProgress',
  method: 'PUT',
  path: '/vocabularies/user-book-progress',
  served: 'query',
  callers: signedIn,
  summary: "Waits for the read models to reach the caller's last write and returns the progress by book.",
  reply: z.object({ bookProgress: bookProgressByBook }),
});

export const answerQuestions = endpoint({
  name: 'answerQuestions',
  method: 'POST',
  path: '/answers',
  served: 'command',
  callers: signedIn,
  summary:
    'All answers of one sentence, as one append. The server judges them against the catalogue. Answers from an earlier ' +
    'edition count where the chapter still asks their question; the others come back as unfit.',
  body: z.strictObject({
    bookId: Id,
    chapter: ChapterNumber,
    sentenceId: Id,
    contentVersion: z.string().check(z.minLength(1), z.maxLength(64)),
    /** By default `reading`. A review may ask words that were met, also after the subscription ended. */
    occasion: z.optional(z.literal('review')),
    answers: z
      .array(
        z.strictObject({
          question: Id,
          /** Option as stored: 0 is the right one; null is 'I don't know yet'. */
          chosen: z.nullable(z.int().check(z.minimum(0), z.maximum(9))),
          milliseconds: z.int().check(z.minimum(0), z.maximum(86_400_000)),
        }),
      )
      .check(z.minLength(1), z.maxLength(100)),
  }),
  reply: z.object({ right: z.number(), wrong: z.number(), unfit: z.array(z.string()) }),
});

export const openChapter = endpoint({
  name: 'openChapter',
  method: 'POST',
  path: '/chapters/opened',
  served: 'command',
  callers: signedIn,
  summary: 'The caller opened a chapter in the reader.',
  body: z.strictObject({ bookId: Id, chapter: ChapterNumber }),
  reply: z.object({ bookId: z.string(), chapter: z.number() }),
});

export const resetVocabulary = endpoint({
  name: 'resetVocabulary',
  method: 'PATCH',
  path: '/vocabularies/reset-user-vocabulary',
  served: 'command',
  callers: admins,
  summary: "Reset all of a learner's languages.",
  body: z.strictObject({ username: Username }),
  /** `undoable`: there was something to reset, now or by a reset before. */
  reply: z.extend(AdminReply, { undoable: z.boolean() }),
});

export const undoVocabularyReset = endpoint({
  name: 'undoVocabularyReset',
  method: 'PATCH',
  path: '/vocabularies/undo-reset-user-vocabulary',
  served: 'command',
  callers: admins,
  summary: 'Return to what stood before a reset, in each language in which nothing was learned since.',
  body: z.strictObject({ username: Username }),
  reply: AdminReply,
});

export const reinitializeAllUsers = endpoint({
  name: 'reinitializeAllUsers',
  method: 'PUT',
  path: '/vocabularies/reinitialize-all-users',
  served: 'command',
  callers: admins,
  summary: 'Begin to rebuild the vocabulary read models for everybody.',
  reply: AdminReply,
  success: 201,
});
