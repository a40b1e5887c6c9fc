import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import type { LearnerEvents } from '../domain/learner-events.ts';
import type { StreamReader } from '../event-store/stream-reader.ts';
import type { Serve } from '../facade/express/api.ts';
import { serveBooks } from './books.ts';
import { serveChapters } from './chapters.ts';
import { readModels } from './consistency.ts';
import { serveCoverage } from './coverage.ts';
import { serveLevelPolicyState } from './desk/level-policy.ts';
import { servePeople } from './desk/people.ts';
import { type ProjectionReports, serveProjections } from './desk/projections.ts';
import { serveQuestions } from './desk/questions.ts';
import { serveResetTrail } from './desk/resets.ts';
import { serveExport } from './export/serve-export.ts';
import { serveHealth } from './health.ts';
import { serveImport } from './import/serve-import.ts';
import { serveKept } from './kept.ts';
import { serveKnownCounts } from './known-counts.ts';
import { servePlacement } from './placement/placement.ts';
import { serveReview } from './review/serve-review.ts';
import { serveSampleSentence } from './sample-sentence.ts';
import { type Sounds, serveSound } from './sound.ts';
import { serveStory } from './story/story.ts';
import { serveUsers } from './users.ts';
import { serveVocabularies } from './vocabularies.ts';
import { serveWords } from './words.ts';

/**
 * All queries, from one Postgres (which may be a replica).
 * @param histories the learners' own streams: the only part of the log that a query may read, and only the caller's
 */
export function serveQueries(
  serve: Serve,
  db: Kysely<Database>,
  {
    histories,
    reports,
    sounds,
  }: {
    readonly histories: StreamReader<LearnerEvents>;
    readonly reports: ProjectionReports;
    readonly sounds: Sounds;
  },
): void {
  const read = readModels(db);
  serveUsers(serve, { db, read });
  serveVocabularies(serve, { read });
  serveReview(serve, { read });
  serveCoverage(serve, { read });
  serveKnownCounts(serve, { read });
  serveWords(serve, { read });
  serveKept(serve, { db });
  serveStory(serve, { db, read, histories });
  serveExport(serve, { db, read, histories });
  serveImport(serve, { db, read });
  serveBooks(serve, { db });
  serveChapters(serve, { db, read });
  servePlacement(serve, { db, read });
  serveSampleSentence(serve, { db });
  serveSound(serve, { db, read, from: sounds });
  serveHealth(serve, db);
  serveProjections(serve, reports);
  serveQuestions(serve, { db, read });
  servePeople(serve, { db, read });
  serveResetTrail(serve, { db, read });
  serveLevelPolicyState(serve, { db, read });
}
