import * as z from 'zod/mini';
import { historyFormat } from '../domain/vocabulary/history-export.ts';
import { Level, LevelPolicy, MetLevel } from './values.ts';

/**
 * The lines of a history export, version 1 (docs/export.md), a public format. It changes only by new optional fields and new
 * types of lines; anything else needs a new version. `web/public/history-export.schema.json` is generated from this file.
 */

const At = z.string();
const Command = z.string();
/** `text` is absent if the library no longer has the fragment. */
const Fragment = z.strictObject({ id: z.string(), text: z.optional(z.string()) });
const Move = z.strictObject({ ...Fragment.shape, from: Level, to: Level });
const Sentence = z.strictObject({
  id: z.string(),
  bookId: z.optional(z.string()),
  book: z.optional(z.string()),
  chapter: z.optional(z.number()),
  position: z.optional(z.number()),
  text: z.optional(z.string()),
  translation: z.optional(z.string()),
});
const InBook = { bookId: z.string(), book: z.optional(z.string()), chapter: z.number() };
const InLanguage = { at: At, command: Command, language: z.string() };

export const HistoryLine = z.discriminatedUnion('type', [
  /** The first line. */
  z.strictObject({
    type: z.literal('export'),
    format: z.literal(historyFormat.format),
    version: z.literal(historyFormat.version),
    at: At,
    username: z.nullable(z.string()),
    /** A language's id in the other lines, and its name. */
    languages: z.array(z.strictObject({ id: z.string(), name: z.string() })),
    /** What the file holds. */
    contents: z.array(z.enum(['history', 'kept', 'vocabulary'])),
  }),
  /** The questions of a sentence were answered. */
  z.strictObject({
    type: z.literal('answered'),
    ...InLanguage,
    occasion: z.enum(['reading', 'review', 'placement']),
    /** The level policy that decided, unless it is the standard one. */
    policy: z.optional(LevelPolicy),
    sentence: Sentence,
    answers: z.array(
      z.strictObject({
        question: z.string(),
        about: z.enum(['word', 'clause', 'sentence']),
        /** 0 is the right option, 1 to 9 a wrong one; null: 'I don't know yet'. */
        chosen: z.nullable(z.number()),
        right: z.boolean(),
        milliseconds: z.number(),
      }),
    ),
    /** What was asked for: the level before and after, and by which of the answers, counted from 0. */
    fragments: z.array(z.strictObject({ ...Move.shape, answers: z.array(z.number()) })),
  }),
  /** Levels changed without an answer. */
  z.strictObject({
    type: z.literal('changed'),
    ...InLanguage,
    cause: z.enum([
      'tap',
      'mark',
      'marks',
      'clause',
      'placement',
      'list',
      'import',
      'policy',
      'edition',
      'undo',
      /** In old histories what an answer moved is a line of its own, after the answer. */
      'answer',
    ]),
    /** The command that an undo takes back, or one fragment's part in it. */
    undoes: z.optional(z.strictObject({ command: Command, fragment: z.optional(z.string()) })),
    /** With the cause 'policy': what decides from here on. */
    policy: z.optional(LevelPolicy),
    fragments: z.array(Move),
  }),
  /** The vocabulary was reset: everything is new again. */
  z.strictObject({ type: z.literal('reset'), ...InLanguage }),
  /** The last reset was taken back. */
  z.strictObject({ type: z.literal('reset-undone'), ...InLanguage }),
  z.strictObject({ type: z.literal('opened'), at: At, command: Command, ...InBook }),
  z.strictObject({ type: z.literal('read'), at: At, command: Command, ...InBook, sentence: Sentence }),
  z.strictObject({ type: z.literal('finished'), at: At, command: Command, ...InBook }),
  z.strictObject({
    type: z.literal('subscription'),
    at: At,
    from: z.nullable(z.string()),
    to: z.string(),
    paidUntil: z.nullable(z.string()),
    cancelsAtPeriodEnd: z.boolean(),
  }),
  /** A word or a clause that is kept; an empty note is none. */
  z.strictObject({
    type: z.literal('kept'),
    at: At,
    note: z.string(),
    fragment: z.optional(Fragment),
    clause: z.optional(z.strictObject({ sentence: z.string(), clause: z.number(), text: z.string() })),
  }),
  /** The vocabulary as all of this leaves it, one line for each fragment that was met. */
  z.strictObject({
    type: z.literal('level'),
    language: z.string(),
    ...Fragment.shape,
    level: MetLevel,
    /** It was credited (placement, word list) and not earned since. */
    credited: z.boolean(),
  }),
  /** The last line; a file without it is incomplete. */
  z.strictObject({ type: z.literal('end'), lines: z.number() }),
]);

export type HistoryLine = z.output<typeof HistoryLine>;
