import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { Fragment } from '../../../domain/catalogue/catalogue.ts';
import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';
import { contentHash } from '../put-sentences.ts';

/** Fragment ids of each word, the stem first. */
export type FragmentIds = readonly (readonly string[])[];

/**
 * Finds the fragments of a sentence's words and adds missing ones. A fragment without `_id` is matched by language, text,
 * part of speech and gloss, so that learners' levels apply here too.
 */
export async function putFragments(
  trx: Kysely<Database>,
  languageId: string,
  { wordInstances }: AutoSentence,
): Promise<FragmentIds | Refusal> {
  const parts = wordInstances.map(({ stem, ending1, ending2, ending3 }, index) =>
    [stem, ending1, ending2, ending3].flatMap((part, at) =>
      part
        ? [
            {
              field: `wordInstances.${index}.${at === 0 ? 'stem' : `ending${at}`}`,
              given: fragmentOf(part, at, languageId),
            },
          ]
        : [],
    ),
  );
  const all = parts.flat().map(({ given }) => given);
  const known = await trx
    .selectFrom('fragments')
    .selectAll()
    .where(where =>
      where.or([
        where('id', '=', sql<string>`any(${all.flatMap(({ id }) => id ?? [])}::text[])`),
        where.and([
          where('language_id', '=', languageId),
          where('text', '=', sql<string>`any(${all.map(({ text }) => text)}::text[])`),
        ]),
      ]),
    )
    .orderBy('id')
    .execute();
  const fragments = new Map<string, Fragment>(
    known.map(({ language_id, ...row }) => [row.id, { ...row, languageId: language_id }]),
  );
  const added: Fragment[] = [];
  const ids: string[][] = [];
  for (const word of parts) {
    const own: string[] = [];
    for (const { field, given } of word) {
      const same = [...fragments.values()].find(other =>
        given.id === undefined ? meaning(other) === meaning(given) : other.id === given.id,
      );
      if (same && given.id !== undefined && described(same) !== described(given))
        return refuse('duplicate fragment', {
          field: `${field}._id`,
          because: 'conflict',
          verbose: `The id ${given.id} is that of the fragment ${same.text}, ${same.gloss}, which differs.`,
        });
      const fragment = same ?? { ...given, id: given.id ?? `f-${contentHash(meaning(given))}` };
      if (!same) {
        fragments.set(fragment.id, fragment);
        added.push(fragment);
      }
      own.push(fragment.id);
    }
    ids.push(own);
  }
  await sql`
    insert into fragments (id, language_id, kind, text, pos, gloss, lemma, note)
    select id, "languageId", kind, text, pos, gloss, lemma, note
    from jsonb_to_recordset(${JSON.stringify(added)}::jsonb) as given(
      id text, "languageId" text, kind text, text text, pos text, gloss text, lemma text, note text
    )
  `.execute(trx);
  return ids;
}

type Given = Omit<Fragment, 'id'> & { readonly id: string | undefined };
type Part = AutoSentence['wordInstances'][number]['stem'];

function fragmentOf(
  { _id, text, gloss, lemma, note, pos }: Partial<Part> & Omit<Part, 'pos'>,
  at: number,
  languageId: string,
): Given {
  return {
    ...{
      id: _id,
      languageId,
      kind: at === 0 ? 'stem' : 'ending',
      text,
      pos: at === 0 ? (pos ?? null) : null,
    },
    ...{ gloss, lemma: lemma ?? null, note: note ?? null },
  };
}

/** The key by which a fragment without id is matched. */
function meaning({ languageId, kind, text, pos, gloss }: Omit<Given, 'id'>): string {
  return JSON.stringify([languageId, kind, text, pos, gloss]);
}

function described(fragment: Omit<Given, 'id'>): string {
  return JSON.stringify([meaning(fragment), fragment.lemma, fragment.note]);
}
