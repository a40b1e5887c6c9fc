import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, IdsInQuery, Level, LevelPolicy, signedIn } from './values.ts';

/** A learner's vocabulary, and the history of each fragment. */

/**
 * Tuples, because their names would be half of the bytes at 20,000 fragments: id, text, whether it is an ending, meaning,
 * dictionary form, level, when it was last met (seconds since 1970; null: only marked or credited), answered sentences
 * with a mistake in it, whether its level was credited and not earned since, the books it was met in (indexes of `books`:
 * the learner has read a sentence there that asks for it), when it is due for review (seconds since 1970; null: not scheduled), since when it has its
 * level (seconds since 1970), whether it is still in a book.
 */
const MetFragment = z.tuple([
  z.string(),
  z.string(),
  z.boolean(),
  z.string(),
  z.nullable(z.string()),
  Level,
  z.nullable(z.number()),
  z.number(),
  z.boolean(),
  z.array(z.number()),
  z.nullable(z.number()),
  z.number(),
  z.boolean(),
]);

export const words = endpoint({
  name: 'words',
  method: 'GET',
  path: '/vocabularies/words',
  served: 'query',
  callers: signedIn,
  summary:
    'Every fragment the caller has met, and the words of the books that are made of them. With fragments, only those; with newest, only those of the dictionary forms that were met last.',
  query: z.strictObject({
    /** Ids with commas between, 50 at most. */
    fragments: z.optional(IdsInQuery(50)),
    /** A number of dictionary forms: those met last, with all that `fragments` would tell of their fragments. */
    newest: z.optional(
      z.pipe(
        z.string().check(z.regex(/^([1-9]\d?|100)$/, 'must be 1 to 100')),
        z.transform(value => Number(value)),
      ),
    ),
  }),
  reply: z.object({
    books: z.array(z.object({ id: z.string(), title: z.string() })),
    languages: z.array(
      z.object({
        language: z.string(),
        fragments: z.array(MetFragment),
        /** Text, then the indexes of its fragments among `fragments`: the stem first, then, where the word was met, its endings. */
        words: z.array(z.tuple([z.string(), z.number()], z.number())),
      }),
    ),
  }),
});

const plainKinds = [
  'tap',
  'mark',
  'clause',
  'marks',
  'placement',
  'list',
  'import',
  'edition',
  'reset',
  'reset undone',
] as const;
export const stepKinds = [...plainKinds, 'policy'] as const;

const StoryStep = z.object({
  commandId: z.string(),
  /** Of the event in the vocabulary's stream. */
  revision: z.number(),
  at: z.string(),
  epoch: z.number(),
  from: Level,
  to: Level,
  cause: z.union([
    z.object({
      kind: z.literal('answers'),
      sentence: z.string(),
      occasion: z.enum(['reading', 'review', 'placement']),
      /** Of each answer that asked for the fragment. */
      rights: z.array(z.boolean()),
      /** Texts of the wrong options that were chosen; null: 'I don't know yet', '' if the book is withheld. */
      chose: z.array(z.nullable(z.string())),
      /** That decided; absent: the specification's. */
      policy: z.optional(LevelPolicy),
    }),
    z.object({ kind: z.literal('policy'), policy: LevelPolicy, takenBack: z.boolean() }),
    z.object({ kind: z.literal('undo'), command: z.string(), fragment: z.optional(z.string()) }),
    z.object({ kind: z.enum(plainKinds) }),
  ]),
});

const StorySentence = z.object({
  id: z.string(),
  bookId: z.string(),
  book: z.string(),
  chapter: z.number(),
  position: z.number(),
  text: z.string(),
  /** Where the fragment is in the text: pairs of offsets. */
  marks: z.array(z.tuple([z.number(), z.number()])),
  /** It is no longer in the current edition. */
  retired: z.boolean(),
});

export const story = endpoint({
  name: 'story',
  method: 'GET',
  path: '/vocabularies/story',
  served: 'query',
  callers: signedIn,
  summary: "A fragment's story from the caller's own events, newest first, page by page.",
  query: z.strictObject({
    languageId: Id,
    fragmentId: Id,
    /** Return steps older than this block of the stream: `older` of the page before. */
    before: z.optional(z.string().check(z.regex(/^\d{1,8}$/, 'must be a number'))),
  }),
  reply: z.object({
    fragment: z.object({
      id: z.string(),
      text: z.string(),
      ending: z.boolean(),
      gloss: z.string(),
      lemma: z.nullable(z.string()),
      note: z.nullable(z.string()),
      /** False: no longer in a book. */
      inBook: z.boolean(),
    }),
    level: Level,
    epoch: z.number(),
    /** How often a sentence that asks for it was answered, and how often with a mistake. The same sentence may count again. */
    asked: z.number(),
    missed: z.number(),
    /** The reason for its level; null when nothing moved it since it was new. */
    levelReason: z.nullable(
      z.object({
        since: z.string(),
        kind: z.enum(['answers', 'undo', ...stepKinds]),
        /** How often a sentence was answered right, one after the other, to lead here. */
        right: z.number(),
      }),
    ),
    steps: z.array(StoryStep),
    sentences: z.array(StorySentence),
    /** For the next page; null after the last. */
    older: z.nullable(z.number()),
  }),
});

export const undoStep = endpoint({
  name: 'undoStep',
  method: 'POST',
  path: '/vocabularies/undo-step',
  served: 'command',
  callers: signedIn,
  summary:
    'Take back what one command did to one fragment: it moves to the level that its history without that step gives.',
  body: z.strictObject({
    languageId: Id,
    fragmentId: Id,
    commandId: Id,
    /** Revision of the step in the history. */
    revision: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
    /** The level that the browser showed as the result. Another one is refused. */
    level: Level,
  }),
  reply: z.object({ level: Level }),
});
