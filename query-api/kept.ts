import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { Serve } from '../facade/express/api.ts';
import { kept } from '../facade/kept.ts';

/** The caller's kept words and clauses (decision 41), with their current data from the catalogue. */
export function serveKept(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(kept, async ({ caller }) => {
    const rows = await db
      .selectFrom('kept')
      .leftJoin('fragments', 'fragments.id', 'kept.fragment_id')
      .leftJoin('sentences', join =>
        join.onRef('sentences.id', '=', 'kept.sentence_id').on('sentences.retired', '=', false),
      )
      .leftJoin('books', join =>
        join.onRef('books.id', '=', 'sentences.book_id').on('books.withheld', '=', false),
      )
      .select([
        'kept.id',
        'kept.note',
        'kept.kept_at',
        'kept.sentence_id',
        'kept.clause',
        'kept.text as clauseText',
        'fragments.id as fragment',
        'fragments.text',
        'fragments.gloss',
        'fragments.lemma',
        'books.id as bookId',
        'books.title',
        'sentences.chapter',
        'sentences.position',
      ])
      .where('kept.learner', '=', caller.id)
      .orderBy('kept.kept_at', 'desc')
      .orderBy('kept.id')
      .execute();
    return rows.map(row => ({
      id: row.id,
      note: row.note,
      keptAt: row.kept_at.toISOString(),
      fragment:
        row.fragment === null
          ? null
          : { id: row.fragment, text: row.text ?? '', gloss: row.gloss ?? '', lemma: row.lemma },
      clause:
        row.sentence_id === null || row.clause === null || row.clauseText === null
          ? null
          : {
              sentenceId: row.sentence_id,
              clause: row.clause,
              text: row.clauseText,
              place:
                row.bookId === null || row.title === null || row.chapter === null || row.position === null
                  ? null
                  : { bookId: row.bookId, book: row.title, chapter: row.chapter, position: row.position },
            },
    }));
  });
}
