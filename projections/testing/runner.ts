import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../../event-store/upcasting.ts';
import { projections } from '../projections.ts';
import { runProjections } from '../runner/run.ts';

/**
 * A process that only runs all projections, for specs that stop or kill it. Read models are in `DATABASE_URL`, the log too
 * unless `EVENTSTORE_URL` is set. SIGTERM drains it.
 */
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const eventStoreUrl = process.env['EVENTSTORE_URL'];
const end = new AbortController();
process.on('SIGTERM', () => end.abort());

const stored = eventStoreUrl
  ? (await import('../../event-store/eventstoredb/eventstoredb-log.ts')).eventStoreDbLog({
      url: eventStoreUrl,
    })
  : await postgresLog({ url: databaseUrl });
const log = upcastingLog(stored, upcasters);
await runProjections({
  log,
  databaseUrl,
  projections,
  signal: end.signal,
  report: line => console.error(line),
});
await log.close();
