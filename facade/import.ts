import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Id, Level, MetLevel, signedIn } from './values.ts';

/** Import of levels from a history export, and of lists of known words (decision 51). */

const Imported = z.strictObject({
  languageId: Id,
  fragments: z
    .array(
      z.strictObject({
        fragmentId: Id,
        level: MetLevel,
        /** It was credited in the exported account. */
        credited: z.boolean(),
      }),
    )
    .check(z.minLength(1), z.maxLength(20_000)),
});

export const previewImport = endpoint({
  name: 'previewImport',
  method: 'POST',
  path: '/vocabularies/import/preview',
  served: 'query',
  callers: signedIn,
  summary:
    'What an import would change: a fragment takes the level of the export where that is higher. Nothing is recorded.',
  body: Imported,
  bodyLimit: 2_000_000,
  reply: z.object({
    /** Id, text, meaning, current level, level after the import. */
    changes: z.array(z.tuple([z.string(), z.string(), z.string(), Level, MetLevel])),
    /** Fragments that have this level already, or a higher one. */
    unchanged: z.number(),
    /** Ids that the library does not have. They cannot be imported. */
    unknown: z.array(z.string()),
  }),
});

export const importLevels = endpoint({
  name: 'importLevels',
  method: 'PUT',
  path: '/vocabularies/import',
  served: 'command',
  callers: signedIn,
  summary:
    'The levels of a history export as one act: each fragment takes the level given where that is higher than its own. Its ' +
    '`Idempotency-Key` undoes it.',
  body: Imported,
  bodyLimit: 2_000_000,
  reply: z.object({ changed: z.number() }),
});

export const matchWordList = endpoint({
  name: 'matchWordList',
  method: 'POST',
  path: '/vocabularies/word-list',
  served: 'query',
  callers: signedIn,
  summary:
    'Which words of a list the library has: CSV, or notes exported from Anki as text. Nothing is recorded; what is confirmed ' +
    'is credited with `creditFragments`.',
  body: z.strictObject({
    languageId: Id,
    text: z.string().check(z.minLength(1), z.maxLength(1_000_000)),
    /** Column of the words, from 0; by default the one with the most words of the library. */
    column: z.optional(z.int().check(z.minimum(0), z.maximum(99))),
  }),
  bodyLimit: 2_000_000,
  reply: z.object({
    /**
     * Name (or an example without a header), and the number of its words in the library: null where a long list's
     * column was not looked up whole.
     */
    columns: z.array(z.object({ name: z.string(), found: z.nullable(z.number()) })),
    column: z.number(),
    /** Distinct words of the column. */
    words: z.number(),
    /** Dictionary form, meaning and the ids of the fragments that the learner has not met. */
    credit: z.array(z.tuple([z.string(), z.string(), z.array(z.string())])),
    /** Dictionary forms that are in the learner's vocabulary already: they keep their levels. */
    met: z.array(z.string()),
    /** Words of the list that the library does not have. */
    missing: z.array(z.string()),
  }),
});
