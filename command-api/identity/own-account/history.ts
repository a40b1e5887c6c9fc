import type { Kysely } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { type Log, PAGE, type RecordedEvent } from '../../../event-store/log.ts';
import type { IdentityDependencies } from '../dependencies.ts';

/** Reads what the log holds of a learner: the streams of every language and every book, and the subscription's. */
export function historyIn(
  log: Pick<Log, 'readStream'>,
  db: Kysely<Database>,
): IdentityDependencies['historyOf'] {
  return async learner => {
    const [languages, books] = await Promise.all([
      db.selectFrom('languages').select('id').execute(),
      db.selectFrom('books').select('id').execute(),
    ]);
    const streams = [
      `subscription-${learner}`,
      ...languages.map(({ id }) => `vocabulary-${learner}-${id}`),
      ...books.map(({ id }) => `reading-${learner}-${id}`),
    ];
    const histories = await Promise.all(
      streams.map(async stream => [stream, await eventsOf(log, stream)] as const),
    );
    return Object.fromEntries(histories.filter(([, events]) => events.length > 0));
  };
}

async function eventsOf(log: Pick<Log, 'readStream'>, stream: string) {
  const events: RecordedEvent[] = [];
  for (let after: number | undefined; ; after = events.at(-1)?.revision) {
    const page = await log.readStream(stream, { limit: PAGE, ...(after !== undefined && { after }) });
    events.push(...page);
    if (page.length < PAGE) break;
  }
  return events.map(({ type, data, metadata }) => ({ at: metadata.at, type, data }));
}
