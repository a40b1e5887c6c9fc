import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { VocabularyCommand } from '../../domain/vocabulary/decide.ts';
import type { ImportedLevel } from '../../domain/vocabulary/history-export.ts';
import type { Level } from '../../domain/vocabulary/levels.ts';
import { movedBy } from '../../domain/vocabulary/undoing.ts';
import type { Aggregates } from '../../event-store/aggregate/aggregate.ts';
import type { BodyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { importLevels } from '../../facade/import.ts';
import { creditFragments } from '../../facade/placement.ts';
import { markClause, markFragments } from '../../facade/vocabularies.ts';
import {
  type AvailableChapter,
  type Chapters,
  type IsSubscribed,
  refuseUnpaid,
} from '../catalogue/chapters.ts';
import { vocabularyStream } from './aggregate.ts';
import { executeLearners } from './execute.ts';

interface BulkDependencies {
  readonly db: Kysely<Database>;
  readonly aggregates: Aggregates;
  readonly isSubscribed: IsSubscribed;
  readonly chapters: Chapters;
}

/** Bulk acts, which move many fragments at once. */
export function serveBulk(serve: Serve, { db, aggregates, isSubscribed, chapters }: BulkDependencies): void {
  serve(markFragments, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const done = await executeLearners(
      { db, aggregates },
      vocabularyStream(caller.id, body.languageId),
      await marksOf(db, body.languageId, body.fragments, 'marks'),
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { changed: movedBy(done.events).length };
  });

  serve(creditFragments, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const credited = body.fragments.map(fragmentId => ({ fragmentId, level: 'IV' as const }));
    const done = await executeLearners(
      { db, aggregates },
      vocabularyStream(caller.id, body.languageId),
      await marksOf(db, body.languageId, credited, body.cause),
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { changed: movedBy(done.events).length };
  });

  serve(importLevels, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const done = await executeLearners(
      { db, aggregates },
      vocabularyStream(caller.id, body.languageId),
      await importOf(db, body),
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { changed: movedBy(done.events).length };
  });

  serve(markClause, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const chapter = await chapters.find(body.bookId, body.chapter);
    if (isRefusal(chapter)) return chapter;
    const done = await executeLearners(
      { db, aggregates },
      vocabularyStream(caller.id, chapter.languageId),
      (await refuseUnpaid(isSubscribed, caller, chapter.number)) ?? (await clauseOf(db, chapter, body)),
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { changed: movedBy(done.events).length };
  });
}

async function marksOf(
  db: Kysely<Database>,
  languageId: string,
  fragments: BodyOf<typeof markFragments>['fragments'],
  cause: 'marks' | 'placement' | 'list',
): Promise<VocabularyCommand | Refusal> {
  const wanted = new Map<string, Level>();
  for (const { fragmentId, level } of fragments) {
    if (wanted.has(fragmentId)) return refuse(`fragment ${fragmentId} stands twice`, { field: 'fragments' });
    wanted.set(fragmentId, level);
  }
  const strange = await refuseStrange(db, languageId, [...wanted.keys()]);
  if (strange) return strange;
  return { type: 'mark many', cause: { kind: cause }, fragments: Object.fromEntries(wanted) };
}

async function importOf(
  db: Kysely<Database>,
  { languageId, fragments }: BodyOf<typeof importLevels>,
): Promise<VocabularyCommand | Refusal> {
  const wanted = new Map<string, ImportedLevel>();
  for (const { fragmentId, level, credited } of fragments) {
    if (wanted.has(fragmentId)) return refuse(`fragment ${fragmentId} stands twice`, { field: 'fragments' });
    wanted.set(fragmentId, { level, credited });
  }
  const strange = await refuseStrange(db, languageId, [...wanted.keys()]);
  return strange ?? { type: 'import', fragments: Object.fromEntries(wanted) };
}

/** The refusal of fragments that the language does not have. */
async function refuseStrange(
  db: Kysely<Database>,
  languageId: string,
  fragments: readonly string[],
): Promise<Refusal | undefined> {
  const known = await db
    .selectFrom('fragments')
    .select(['id', 'language_id'])
    .where('id', '=', sql<string>`any(${[...fragments]}::text[])`)
    .execute();
  const languages = new Map(known.map(({ id, language_id }) => [id, language_id]));
  for (const fragment of fragments) {
    const language = languages.get(fragment);
    if (language === undefined)
      return refuse(`unknown fragment ${fragment}`, { field: 'fragments', because: 'missing' });
    if (language !== languageId)
      return refuse(`fragment ${fragment} belongs to another language`, { field: 'fragments' });
  }
  return undefined;
}

/** The fragments of a clause from the catalogue, without those of skipped words. */
async function clauseOf(
  db: Kysely<Database>,
  { bookId, number }: AvailableChapter,
  { sentenceId, clause, level }: BodyOf<typeof markClause>,
): Promise<VocabularyCommand | Refusal> {
  const words = await db
    .selectFrom('word_instances as word')
    .innerJoin('sentences', 'sentences.id', 'word.sentence_id')
    .select([
      'word.trailing_punctuation as trailingPunctuation',
      'word.skipped',
      'word.stem',
      'word.ending1',
      'word.ending2',
      'word.ending3',
    ])
    .where('sentences.id', '=', sentenceId)
    .where('sentences.book_id', '=', bookId)
    .where('sentences.chapter', '=', number)
    .where('sentences.retired', '=', false)
    .where('word.retired', '=', false)
    .orderBy('word.position')
    .execute();
  if (words.length === 0) return refuse('unknown sentence', { field: 'sentenceId', because: 'missing' });
  const inClause = splitIntoClauses(words)[clause];
  if (!inClause) return refuse('unknown clause', { field: 'clause', because: 'missing' });
  const fragments = inClause
    .filter(({ skipped }) => skipped === null)
    .flatMap(({ stem, ending1, ending2, ending3 }) => [stem, ending1, ending2, ending3])
    .filter(fragment => fragment !== null);
  return {
    type: 'mark many',
    cause: { kind: 'clause', book: bookId, sentence: sentenceId, clause },
    fragments: Object.fromEntries(fragments.map(fragment => [fragment, level])),
  };
}
