import { type Kysely, sql } from 'kysely';
import { BLOCK, numbersIn } from '../../database/number-list.ts';
import type { Database } from '../../database/tables.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import { refuse } from '../../domain/refusal.ts';
import { levelReason } from '../../domain/vocabulary/level-reason.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { story } from '../../facade/story.ts';
import type { Queried, ReadModels } from '../consistency.ts';
import { readMoves, readSteps, type StepAtRevision } from './history.ts';
import { sentencesOf } from './sentences.ts';

type StoryStep = ReplyOf<typeof story>['steps'][number];

/** Number of moves that explain a level: four lead from new to known. */
const MOVES = 6;

/** A fragment's history (decision 40), read from the caller's own stream through the index. */
export function serveStory(
  serve: Serve,
  {
    db,
    read,
    histories,
  }: {
    readonly db: Kysely<Database>;
    readonly read: ReadModels;
    readonly histories: StreamReader<LearnerEvents>;
  },
): void {
  serve(story, async ({ caller, query: { languageId, fragmentId, before }, ...freshness }) => {
    const found = await read.snapshot(['vocabulary-entries', 'fragment-histories'], freshness, snapshot =>
      indexOf(snapshot, { learner: caller.id, language: languageId, fragment: fragmentId }),
    );
    const { fragment, index, ofEveryFragment, level, epoch } = found;
    if (!fragment) return refuse('unknown fragment', { field: 'fragmentId', because: 'missing' });
    const blocks = index.flatMap(row => numbersIn(row.blocks));
    const places = {
      blocks: [
        ...new Set([...blocks, ...ofEveryFragment.map(revision => Math.floor(revision / BLOCK))]),
      ].sort((a, b) => a - b),
    };
    // The stream name is built from the caller's id, so it cannot be another learner's.
    const stream = `vocabulary-${caller.id}-${languageId}` as const;
    const now = index.find(row => row.epoch === epoch);
    const moves = numbersIn(now?.moves ?? '').slice(-MOVES);
    const oldest = before === undefined ? Number.POSITIVE_INFINITY : Number(before);
    const [{ steps, older }, moved] = await Promise.all([
      readSteps(histories, stream, fragmentId, places, oldest),
      readMoves(histories, stream, fragmentId, moves),
    ]);
    const ids = new Set(steps.flatMap(({ cause }) => (cause.kind === 'answers' ? [cause.sentence] : [])));
    return {
      fragment,
      level,
      epoch,
      asked: now?.asked ?? 0,
      missed: now?.missed ?? 0,
      levelReason: levelReason(moved),
      steps: (await told(db, steps)).toReversed(),
      sentences: await sentencesOf(db, fragment, [...ids]),
      older,
    };
  });
}

/** The fragment's data in the read models and the catalogue. */
async function indexOf(
  snapshot: Kysely<Queried>,
  { learner, language, fragment }: { learner: string; language: string; fragment: string },
) {
  const described = await snapshot
    .selectFrom('fragments')
    .select(({ exists, selectFrom }) => [
      'id',
      'text',
      sql<boolean>`kind = 'ending'`.as('ending'),
      'gloss',
      'lemma',
      'note',
      exists(
        selectFrom('chapter_fragments')
          .select('fragment_id')
          .whereRef('chapter_fragments.fragment_id', '=', 'fragments.id'),
      ).as('inBook'),
    ])
    .where('id', '=', fragment)
    .where('language_id', '=', language)
    .executeTakeFirst();
  const index = await snapshot
    .selectFrom('read_models.fragment_histories')
    .select(['epoch', 'asked', 'missed', 'blocks', 'moves'])
    .where('learner', '=', learner)
    .where('language', '=', language)
    .where('fragment', '=', fragment)
    .execute();
  const ofEveryFragment = await snapshot
    .selectFrom('read_models.history_resets')
    .select('revision')
    .where('learner', '=', learner)
    .where('language', '=', language)
    .unionAll(
      snapshot
        .selectFrom('read_models.history_switches')
        .select('revision')
        .where('learner', '=', learner)
        .where('language', '=', language),
    )
    .execute();
  const now = await snapshot
    .selectFrom('read_models.vocabulary_epochs as now')
    .leftJoin('read_models.vocabulary_entries as entry', join =>
      join
        .onRef('entry.learner', '=', 'now.learner')
        .onRef('entry.language', '=', 'now.language')
        .onRef('entry.epoch', '=', 'now.epoch')
        .on('entry.fragment', '=', fragment),
    )
    .select(['now.epoch', 'entry.level'])
    .where('now.learner', '=', learner)
    .where('now.language', '=', language)
    .executeTakeFirst();
  return {
    fragment: described && { ...described, inBook: Boolean(described.inBook) },
    index,
    ofEveryFragment: ofEveryFragment.map(({ revision }) => revision),
    level: now?.level ?? 'new',
    epoch: now?.epoch ?? 0,
  };
}

/** The steps of the reply, with the texts of chosen options; without texts of a withheld book. */
async function told(db: Kysely<Database>, steps: readonly StepAtRevision[]): Promise<StoryStep[]> {
  const answers = steps.flatMap(({ cause }) => (cause.kind === 'answers' ? cause.answers : []));
  const wrong = answers
    .filter(([, , chosen]) => chosen !== null && chosen !== 0)
    .map(([question]) => question);
  const questions = wrong.length
    ? await db
        .selectFrom('questions')
        .innerJoin('sentences', 'sentences.id', 'questions.sentence_id')
        .innerJoin('books', 'books.id', 'sentences.book_id')
        .select(['questions.id', 'questions.options'])
        .where('questions.id', '=', sql<string>`any(${[...new Set(wrong)]}::text[])`)
        .where('books.withheld', '=', false)
        .execute()
    : [];
  const optionsOf = new Map(questions.map(({ id, options }) => [id, options]));
  return steps.map(({ commandId, revision, at, epoch, from, to, cause }): StoryStep => {
    const step = { commandId, revision, at, epoch, from, to };
    if (cause.kind === 'answers')
      return {
        ...step,
        cause: {
          kind: 'answers',
          sentence: cause.sentence,
          occasion: cause.occasion,
          rights: cause.answers.map(([, , , right]) => right),
          chose: cause.answers
            .filter(([, , , right]) => !right)
            .map(([question, , chosen]) =>
              chosen === null ? null : (optionsOf.get(question)?.[chosen]?.text ?? ''),
            ),
          ...(cause.policy && { policy: cause.policy }),
        },
      };
    if (cause.kind === 'undo') return { ...step, cause };
    if (cause.kind === 'policy') {
      const { kind, policy, takesBack } = cause;
      return { ...step, cause: { kind, policy, takenBack: takesBack !== undefined } };
    }
    return { ...step, cause: { kind: cause.kind } };
  });
}
