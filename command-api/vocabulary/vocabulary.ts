import { type Kysely, sql } from 'kysely';
import { groupedLookup } from '../../database/grouped-lookup.ts';
import type { Database } from '../../database/tables.ts';
import { mayShow } from '../../domain/catalogue/access.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import { sentencesReadOf } from '../../domain/reading/reading.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { levelFrom } from '../../domain/vocabulary/levels.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import type { Serve } from '../../facade/express/api.ts';
import { answerQuestions, changeVocabulary } from '../../facade/vocabularies.ts';
import type { AvailableChapter, Chapters } from '../catalogue/chapters.ts';
import { reading, readingStream } from '../reading/aggregate.ts';
import { type LateDependencies, refuseUnpaidReading } from '../reading/late.ts';
import { vocabularyStream } from './aggregate.ts';
import { serveBulk } from './bulk.ts';
import { executeLearners } from './execute.ts';
import { answerJudge } from './judge.ts';
import { type LevelPolicyDependencies, serveLevelPolicy } from './level-policy/serve.ts';
import { type RequestReplay, serveResets } from './reset.ts';
import { serveUndoCommand } from './undo-command.ts';
import { serveUndoStep } from './undo-step.ts';

export interface VocabularyDependencies extends LateDependencies {
  readonly db: Kysely<Database>;
  readonly chapters: Chapters;
  /** The learners' streams, to replay a fragment's history. */
  readonly histories: StreamReader<LearnerEvents>;
  readonly requestReplay: RequestReplay;
  readonly wakeLevelPolicyJob: LevelPolicyDependencies['wakeJob'];
}

/** All commands on vocabularies: answers, taps, marks, bulk acts and the admin's resets (spec 4, 7). */
export function serveVocabulary(serve: Serve, dependencies: VocabularyDependencies): void {
  serveAnswers(serve, dependencies);
  serveMarks(serve, dependencies);
  serveBulk(serve, dependencies);
  serveUndoCommand(serve, dependencies);
  serveUndoStep(serve, dependencies);
  serveResets(serve, dependencies);
  serveLevelPolicy(serve, { ...dependencies, wakeJob: dependencies.wakeLevelPolicyJob });
}

function serveAnswers(serve: Serve, dependencies: VocabularyDependencies): void {
  const { db, aggregates, chapters } = dependencies;
  const judge = answerJudge(db);

  /** From the stream, which does not lag. */
  async function wasRead(learner: string, chapter: AvailableChapter, sentenceId: string) {
    const { state } = await aggregates.load(reading, readingStream(learner, chapter.bookId));
    const read = state.chapters[chapter.number];
    if (!read || read.finished) return read !== undefined;
    const ids = await chapters.sentencesOf(chapter);
    return ids.slice(0, sentencesReadOf(read, ids)).includes(sentenceId);
  }

  serve(answerQuestions, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const chapter = await chapters.find(body.bookId, body.chapter);
    if (isRefusal(chapter)) return chapter;
    const unpaid = await refuseUnpaidReading(dependencies, caller, { ...body, at });
    const read =
      unpaid !== undefined &&
      body.occasion === 'review' &&
      (await wasRead(caller.id, chapter, body.sentenceId));
    const isShown = mayShow('question', { open: !unpaid, read });
    const command = unpaid && !isShown ? unpaid : await judge(chapter, body);
    const stream = vocabularyStream(caller.id, chapter.languageId);
    const context = { commandId, fingerprint, actor: caller.id, at };
    const done = await executeLearners({ db, aggregates }, stream, command, context);
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    // From the stored events, because a repeated command is not judged again.
    const stored = done.events.flatMap(event =>
      event.type === 'SentenceAnswered' ? event.data.answers : [],
    );
    const right = stored.filter(([, , , isRight]) => isRight).length;
    const judged = new Set(stored.map(([question]) => question));
    const unfit = body.answers.map(({ question }) => question).filter(question => !judged.has(question));
    return { right, wrong: stored.length - right, unfit };
  });
}

function serveMarks(serve: Serve, { db, aggregates }: VocabularyDependencies): void {
  const languageOf = groupedLookup(async (fragments: readonly string[]) => {
    const { rows } = await sql<{ id: string; language_id: string }>`
      select id, language_id from fragments where id = any(${fragments}::text[])
    `.execute(db);
    const languages = new Map(rows.map(({ id, language_id }) => [id, language_id]));
    return fragments.map(fragment => languages.get(fragment));
  });
  serve(changeVocabulary, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const { vocabularyId, fragmentId, newState, newLevel, languageId } = body;
    const level = levelFrom(newState, newLevel);
    if (level === undefined)
      return refuse('contradictory level', {
        field: 'newLevel',
        verbose: `A fragment cannot be ${newState} at level ${newLevel}.`,
      });
    if (vocabularyId !== undefined && vocabularyId !== fragmentId)
      return refuse('wrong vocabulary entry', {
        field: 'vocabularyId',
        verbose: "An entry's id is its fragment's id.",
      });
    const language = await languageOf(fragmentId);
    if (language === undefined)
      return refuse('unknown fragment', { field: 'fragmentId', because: 'missing' });
    if (language !== languageId)
      return refuse('wrong language', {
        field: 'languageId',
        verbose: 'The fragment belongs to another language.',
      });
    const done = await executeLearners(
      { db, aggregates },
      vocabularyStream(caller.id, languageId),
      { type: 'mark', fragment: fragmentId, level },
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { id: fragmentId };
  });
}
