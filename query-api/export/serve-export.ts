import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import { exportAnki, exportHistory, exportVocabulary } from '../../facade/export.ts';
import type { Serve } from '../../facade/express/api.ts';
import type { ReadModels } from '../consistency.ts';
import { learnerRateLimit } from '../learner-rate.ts';
import { ankiNotes } from './anki.ts';
import { historyFile } from './history.ts';
import { vocabularyCsv } from './vocabulary-csv.ts';
import { vocabularyPages } from './vocabulary-pages.ts';

/** Most files of one learner per hour, in each process. */
const limit = { attempts: 30, seconds: 3_600 };

/**
 * The exports of a learner's data (decision 51), also after the subscription has ended. They contain only sentences that the
 * learner has read.
 */
export function serveExport(
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
  const tooMany = learnerRateLimit(limit);
  const named = (what: string, at: string, ending: string) => `camino-${what}-${at.slice(0, 10)}.${ending}`;

  serve(exportHistory, async ({ caller, at, http }) => {
    const refused = await tooMany(caller.id, http.response);
    if (refused) return refused;
    const { id: learner, username } = caller;
    return {
      fileName: named('history', at, 'jsonl'),
      content: await historyFile({ db, histories, learner, username, at }),
    };
  });

  serve(exportVocabulary, async ({ caller, at, http, ...freshness }) => {
    const refused = await tooMany(caller.id, http.response);
    if (refused) return refused;
    const pages = await vocabularyPages(read, caller.id, freshness);
    return { fileName: named('vocabulary', at, 'csv'), content: vocabularyCsv(pages) };
  });

  serve(exportAnki, async ({ caller, at, http, ...freshness }) => {
    const refused = await tooMany(caller.id, http.response);
    if (refused) return refused;
    const pages = await vocabularyPages(read, caller.id, freshness);
    return { fileName: named('anki', at, 'txt'), content: ankiNotes(pages) };
  });
}
