import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal, refuse } from '../../domain/refusal.ts';
import { levels } from '../../domain/vocabulary/levels.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { matchWordList, previewImport } from '../../facade/import.ts';
import type { ReadModels } from '../consistency.ts';
import { spelled } from '../export/catalogue.ts';
import { learnerRateLimit } from '../learner-rate.ts';
import { metLevels } from '../met-levels.ts';
import { lexiconOf } from './lexicon.ts';
import { rowsIn } from './table.ts';
import { matched } from './word-list.ts';

/** Most previews of one learner per hour, in each process. */
const limit = { attempts: 120, seconds: 3_600 };

/** Previews an import or a word list. Nothing is recorded; the browser then sends a command. */
export function serveImport(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  const tooMany = learnerRateLimit(limit);

  serve(previewImport, async ({ caller, body: { languageId, fragments }, http, ...freshness }) => {
    const refused = await tooMany(caller.id, http.response);
    if (refused) return refused;
    const wanted = new Map(fragments.map(({ fragmentId, level }) => [fragmentId, level]));
    const known = await db
      .selectFrom('fragments')
      .select(['id', 'text', 'kind', 'gloss'])
      .where('language_id', '=', languageId)
      .where('id', '=', sql<string>`any(${[...wanted.keys()]}::text[])`)
      .orderBy('id')
      .execute();
    const now = await read.snapshot(['vocabulary-entries'], freshness, snapshot =>
      metLevels(snapshot, caller.id, languageId),
    );
    const changes: ReplyOf<typeof previewImport>['changes'] = [];
    for (const { id, text, kind, gloss } of known) {
      const [from, to] = [now.get(id) ?? 'new', wanted.get(id)];
      if (to !== undefined && levels.indexOf(to) > levels.indexOf(from))
        changes.push([id, spelled(text, kind), gloss, from, to]);
    }
    const ids = new Set(known.map(({ id }) => id));
    return {
      changes,
      unchanged: known.length - changes.length,
      unknown: [...wanted.keys()].filter(id => !ids.has(id)),
    };
  });

  serve(matchWordList, async ({ caller, body: { languageId, text, column }, http, ...freshness }) => {
    const refused = await tooMany(caller.id, http.response);
    if (refused) return refused;
    const lexicon = await lexiconOf(db, languageId);
    if (!lexicon) return refuse('unknown language', { field: 'languageId', because: 'missing' });
    const rows = rowsIn(text);
    if (isRefusal(rows)) return rows;
    const now = await read.snapshot(['vocabulary-entries'], freshness, snapshot =>
      metLevels(snapshot, caller.id, languageId),
    );
    return (
      (await matched(rows, lexicon, { column, met: new Set(now.keys()) })) ??
      refuse('unknown column', { field: 'column', because: 'missing' })
    );
  });
}
