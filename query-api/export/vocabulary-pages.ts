import { type Kysely, sql } from 'kysely';
import type { Level } from '../../domain/vocabulary/levels.ts';
import type { Freshness, Queried, ReadModels } from '../consistency.ts';
import { ownScheduleOf } from '../review/own-schedule.ts';
import { marksIn, wordsOfSentences } from '../story/sentences.ts';
import { spelled } from './catalogue.ts';

/** A met fragment for the exported files. */
export interface VocabularyRow {
  readonly id: string;
  readonly languageId: string;
  /** Its name. */
  readonly language: string;
  readonly kind: 'stem' | 'ending';
  /** An ending has its hyphen. */
  readonly text: string;
  readonly lemma: string | null;
  readonly gloss: string;
  readonly level: Exclude<Level, 'new'>;
  readonly credited: boolean;
  /** Numbers of answered sentences that asked for it, and of those with a mistake. */
  readonly asked: number;
  readonly missed: number;
  readonly lastMet: Date | null;
  readonly due: Date | null;
  /** The learner's note; empty without one. */
  readonly note: string;
  /** Where the learner met it; null if in no sentence that was read. */
  readonly sentence: ReadSentence | null;
}

export interface ReadSentence {
  readonly book: string;
  readonly chapter: number;
  readonly text: string;
  readonly translation: string;
  /** Where the fragment is in the text: pairs of offsets. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** Fragments read at a time. */
const PAGE = 500;

const models = ['vocabulary-entries', 'fragment-histories', 'review-schedule', 'book-progress'] as const;

/**
 * The learner's current vocabulary by language and id, page by page, so that memory is bounded.
 * @returns the first page has been read when it resolves; only it reports its freshness
 * @throws ReadModelsUnavailable
 */
export async function vocabularyPages(
  read: ReadModels,
  learner: string,
  freshness: Freshness,
): Promise<AsyncIterable<readonly VocabularyRow[]>> {
  const silent: Freshness = { after: undefined, stale: () => {}, readAt: () => {} };
  const pageAfter = (last: Pick<VocabularyRow, 'languageId' | 'id'>, told: Freshness) =>
    read.snapshot(models, told, snapshot => pageOf(snapshot, learner, last));
  const first = await pageAfter({ languageId: '', id: '' }, freshness);
  return (async function* () {
    for (let page = first; ; ) {
      const last = page.at(-1);
      if (!last) return;
      yield page;
      if (page.length < PAGE) return;
      page = await pageAfter(last, silent);
    }
  })();
}

async function pageOf(
  snapshot: Kysely<Queried>,
  learner: string,
  after: Pick<VocabularyRow, 'languageId' | 'id'>,
): Promise<readonly VocabularyRow[]> {
  const rows = await snapshot
    .selectFrom('read_models.vocabulary_epochs as now')
    .innerJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch'),
    )
    .innerJoin('fragments', 'fragments.id', 'entry.fragment')
    .innerJoin('languages', 'languages.id', 'entry.language')
    .leftJoin('read_models.fragment_histories as history', join =>
      join
        .onRef('history.learner', '=', 'entry.learner')
        .onRef('history.language', '=', 'entry.language')
        .onRef('history.epoch', '=', 'entry.epoch')
        .onRef('history.fragment', '=', 'entry.fragment'),
    )
    .leftJoin('read_models.review_schedule as schedule', join =>
      join
        .onRef('schedule.learner', '=', 'entry.learner')
        .onRef('schedule.language', '=', 'entry.language')
        .onRef('schedule.epoch', '=', 'entry.epoch')
        .onRef('schedule.fragment', '=', 'entry.fragment'),
    )
    .leftJoin('kept', join =>
      join.onRef('kept.learner', '=', 'entry.learner').onRef('kept.fragment_id', '=', 'entry.fragment'),
    )
    .select([
      'entry.fragment as id',
      'entry.language as languageId',
      'languages.name as language',
      'entry.level',
      'entry.met_in as metIn',
      'fragments.kind',
      'fragments.text',
      'fragments.lemma',
      'fragments.gloss',
      'history.credited',
      'history.asked',
      'history.missed',
      'history.last_met_at as lastMet',
      'schedule.due',
      'kept.note',
    ])
    .where('now.learner', '=', learner)
    .where('entry.level', '<>', 'new')
    .where(sql<boolean>`(entry.language, entry.fragment) > (${after.languageId}, ${after.id})`)
    .orderBy('entry.language')
    .orderBy('entry.fragment')
    .limit(PAGE)
    .execute();
  const sentences = await sentencesFor(snapshot, learner, rows);
  const ids = rows.map(({ id }) => id);
  const { memories } = await ownScheduleOf(snapshot, learner, ids);
  const dueOf = (id: string, everybodys: Date | null) => {
    const own = memories.get(id);
    return own ? new Date(own.due * 1_000) : everybodys;
  };
  return rows.flatMap(({ level, metIn: _, ...row }) =>
    level === 'new'
      ? []
      : {
          ...row,
          level,
          text: spelled(row.text, row.kind),
          credited: row.credited ?? false,
          asked: row.asked ?? 0,
          missed: row.missed ?? 0,
          due: dueOf(row.id, row.due),
          note: row.note ?? '',
          sentence: sentences.get(row.id) ?? null,
        },
  );
}

interface Placed {
  readonly id: string;
  readonly kind: 'stem' | 'ending';
  readonly text: string;
  /** The sentence whose answers took it from new. */
  readonly metIn: string | null;
}

/** For each fragment the sentence it was met in, else the shortest read sentence with it. */
async function sentencesFor(
  snapshot: Kysely<Queried>,
  learner: string,
  fragments: readonly Placed[],
): Promise<ReadonlyMap<string, ReadSentence>> {
  const found = await shortestRead(
    snapshot,
    learner,
    fragments.flatMap(({ id, metIn }) => (metIn === null ? id : [])),
  );
  const placeOf = ({ id, metIn }: Placed) => metIn ?? found.get(id);
  const ids = [...new Set(fragments.flatMap(fragment => placeOf(fragment) ?? []))];
  if (ids.length === 0) return new Map();
  const sentences = await snapshot
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .select(['sentences.id', 'books.title as book', 'chapter', 'text', 'translation'])
    .where('sentences.id', '=', sql<string>`any(${ids}::text[])`)
    .where('books.withheld', '=', false)
    .execute();
  const words = await wordsOfSentences(snapshot, ids);
  const wordsOf = Map.groupBy(words, ({ sentence_id }) => sentence_id);
  const sentenceById = new Map(sentences.map(sentence => [sentence.id, sentence]));
  return new Map(
    fragments.flatMap((fragment): [string, ReadSentence][] => {
      const sentence = sentenceById.get(placeOf(fragment) ?? '');
      if (!sentence) return [];
      const { book, chapter, text, translation } = sentence;
      const inSentence = (wordsOf.get(sentence.id) ?? []).map(({ text, ...parts }) => ({
        text,
        has: [parts.stem, parts.ending1, parts.ending2, parts.ending3].includes(fragment.id),
      }));
      const marks = marksIn(text, inSentence, { text: fragment.text, ending: fragment.kind === 'ending' });
      return [[fragment.id, { book, chapter, text, translation, marks }]];
    }),
  );
}

/** Sentence ids by fragment. */
async function shortestRead(
  snapshot: Kysely<Queried>,
  learner: string,
  fragments: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (fragments.length === 0) return new Map();
  const { rows } = await sql<{ fragment: string; sentence: string }>`
    select distinct on (fragment) fragment, sentence.id as sentence
    from read_models.book_progress progress
    join books book on book.id = progress.book and not book.withheld
    join sentences sentence on sentence.book_id = progress.book and sentence.chapter = progress.chapter
      and not sentence.retired and sentence.position <= progress.sentences_read
    join word_instances word on word.sentence_id = sentence.id and not word.retired
    cross join lateral unnest(array[word.stem, word.ending1, word.ending2, word.ending3]) as fragment
    where progress.learner = ${learner} and fragment = any(${[...fragments]}::text[])
    order by fragment, length(sentence.text), sentence.id`.execute(snapshot);
  return new Map(rows.map(({ fragment, sentence }) => [fragment, sentence]));
}
