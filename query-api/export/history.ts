import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import { followCredit } from '../../domain/vocabulary/credited.ts';
import { fragmentLevels } from '../../domain/vocabulary/fragment-levels.ts';
import { historyFormat } from '../../domain/vocabulary/history-export.ts';
import { evolve, nothingLearned, type VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import type { HistoryLine } from '../../facade/history-lines.ts';
import { booksOf, catalogueOf, textsOf } from './catalogue.ts';
import { type HistoryEvent, historyEvents } from './history-events.ts';
import { lineOf, namedBy } from './history-lines.ts';

interface Of {
  readonly db: Kysely<Database>;
  readonly histories: StreamReader<LearnerEvents>;
  readonly learner: string;
  readonly username: string | null;
  /** Time of the export, ISO 8601. */
  readonly at: string;
}

/** Kept words, and levels, written at a time. */
const PAGE = 500;

/**
 * A learner's whole history as lines (docs/export.md). It holds a page of each stream in memory, and the current level of each
 * fragment, folded from the events.
 * @returns pieces of text; all refusals happen before it resolves
 */
export async function historyFile({
  db,
  histories,
  learner,
  username,
  at,
}: Of): Promise<AsyncIterable<string>> {
  const [languages, books] = await Promise.all([
    db.selectFrom('languages').select(['id', 'name']).orderBy('id').execute(),
    booksOf(db),
  ]);
  const events = await historyEvents(histories, learner, {
    languages: languages.map(({ id }) => id),
    books: books.map(({ id }) => id),
  });
  const titles = new Map(books.map(({ id, title }) => [id, title]));

  async function* lines(): AsyncGenerator<readonly HistoryLine[]> {
    yield [
      {
        ...{ type: 'export', ...historyFormat, at, username, languages },
        contents: ['history', 'kept', 'vocabulary'],
      },
    ];
    const vocabularies = new Map<string, ReturnType<typeof followVocabulary>>();
    for await (const batch of events) {
      for (const [language, told] of vocabularyEvents(batch)) {
        const vocabulary = vocabularies.get(language) ?? followVocabulary();
        vocabularies.set(language, vocabulary);
        vocabulary.follow(told);
      }
      const named = batch.map(namedBy);
      const catalogue = await catalogueOf(db, titles, {
        fragments: named.flatMap(({ fragments }) => fragments),
        sentences: named.flatMap(({ sentence = [] }) => sentence),
      });
      yield batch.map(event => lineOf(event, catalogue));
    }
    yield* keptLines(db, learner);
    for (const [language, vocabulary] of vocabularies) yield* levelLines(db, language, vocabulary.levels());
  }
  return asText(lines());
}

async function* asText(pieces: AsyncIterable<readonly HistoryLine[]>): AsyncGenerator<string> {
  let count = 0;
  const text = (lines: readonly HistoryLine[]) => lines.map(line => `${JSON.stringify(line)}\n`).join('');
  for await (const lines of pieces) {
    count += lines.length;
    yield text(lines);
  }
  yield text([{ type: 'end', lines: count }]);
}

function vocabularyEvents(batch: readonly HistoryEvent[]): ReadonlyMap<string, readonly VocabularyEvent[]> {
  const events = new Map<string, VocabularyEvent[]>();
  for (const told of batch) {
    if (told.of !== 'vocabulary') continue;
    const ofLanguage = events.get(told.language) ?? [];
    ofLanguage.push(told.event);
    events.set(told.language, ofLanguage);
  }
  return events;
}

type CurrentLevel = Pick<HistoryLine & { type: 'level' }, 'id' | 'level' | 'credited'>;

function followVocabulary() {
  let vocabulary = nothingLearned;
  const credit = followCredit();
  return {
    follow(events: readonly VocabularyEvent[]) {
      vocabulary = evolve(vocabulary, events);
      for (const event of events) credit.follow(event);
    },
    levels: (): readonly CurrentLevel[] =>
      fragmentLevels(vocabulary.levels)
        .flatMap(([id, level]) => (level === 'new' ? [] : { id, level, credited: credit.has(id) }))
        .sort((a, b) => (a.id < b.id ? -1 : 1)),
  };
}

async function* levelLines(
  db: Kysely<Database>,
  language: string,
  levels: readonly CurrentLevel[],
): AsyncGenerator<readonly HistoryLine[]> {
  for (let from = 0; from < levels.length; from += PAGE) {
    const some = levels.slice(from, from + PAGE);
    const texts = await textsOf(
      db,
      some.map(({ id }) => id),
    );
    yield some.map(({ id, level, credited }): HistoryLine => {
      const text = texts.get(id);
      return { type: 'level', language, id, ...(text !== undefined && { text }), level, credited };
    });
  }
}

/** Words and clauses that are kept, with their notes (decision 41). */
async function* keptLines(db: Kysely<Database>, learner: string): AsyncGenerator<readonly HistoryLine[]> {
  const first = '00000000-0000-0000-0000-000000000000';
  for (let after = first; ; ) {
    const rows = await db
      .selectFrom('kept')
      .select(['id', 'fragment_id', 'sentence_id', 'clause', 'text', 'note', 'kept_at'])
      .where('learner', '=', learner)
      .where('id', '>', after)
      .orderBy('id')
      .limit(PAGE)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const texts = await textsOf(
      db,
      rows.flatMap(({ fragment_id }) => fragment_id ?? []),
    );
    yield rows.map(({ fragment_id: id, sentence_id: sentence, clause, text, note, kept_at }): HistoryLine => {
      const spelling = id === null ? undefined : texts.get(id);
      return {
        type: 'kept',
        at: kept_at.toISOString(),
        note,
        ...(id !== null && { fragment: { id, ...(spelling !== undefined && { text: spelling }) } }),
        ...(sentence !== null && clause !== null && text !== null && { clause: { sentence, clause, text } }),
      };
    });
  }
}
