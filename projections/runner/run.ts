import pg from 'pg';
import { type Bell, bell } from '../../event-store/bell.ts';
import { type Log, Unavailable } from '../../event-store/log.ts';
import { backoff, wait } from '../../event-store/wait.ts';
import type { Projection } from '../projection.ts';
import { prepareReadModels } from './build/state.ts';
import { lead } from './lead.ts';
import { type Feed, openFeed } from './reading/feed.ts';
import { openSession, reason, tryLead } from './session.ts';

export interface RunOptions {
  readonly log: Log;
  readonly databaseUrl: string;
  readonly projections: readonly Projection[];
  /** Drains: each projection finishes the batch at hand, then gives up its lock. */
  readonly signal: AbortSignal;
  /** Takes a line for the operator whenever a projection loses its connection or an unexpected error ends its turn. */
  readonly report?: (line: string) => void;
}

/** Milliseconds between two tries of a stand-by to take the lead. */
const STAND_BY = 1_000;

/**
 * Runs the projections until the signal: leads those whose lock is free, stands by for the others and takes over when
 * their leader goes. Makes tables and views first, so that queries find them.
 * @returns resolves when everything is drained
 */
export async function runProjections(options: RunOptions): Promise<void> {
  const pool = new pg.Pool({ connectionString: options.databaseUrl, max: 1 });
  pool.on('error', () => {});
  const pauses = backoff(200, 5_000);
  while (!options.signal.aborted) {
    try {
      await prepareReadModels(pool, options.projections);
      break;
    } catch (error) {
      options.report?.(`read models cannot be prepared: ${reason(error)}`);
      await wait(pauses.next(), options.signal);
    }
  }
  await pool.end();
  if (options.signal.aborted) return;
  const news = bell();
  const feed = openFeed(options.log, news, options.signal);
  await Promise.all(options.projections.map(projection => follow(options, feed, news, projection)));
}

/** Connects, waits for the lead, leads; and again whatever goes wrong. */
async function follow(options: RunOptions, feed: Feed, news: Bell, projection: Projection): Promise<void> {
  const { databaseUrl, log, signal, report = () => {} } = options;
  const pauses = backoff(100, 5_000);
  let said: string | undefined;
  while (!signal.aborted) {
    let asked = false;
    try {
      const session = await openSession(databaseUrl, `projection ${projection.name}`, named => {
        if (named !== projection.name) return;
        asked = true;
        news.ring();
      });
      try {
        while (!signal.aborted && !session.lost.aborted) {
          if (!(await tryLead(session, projection.name, projection.version))) {
            await wait(STAND_BY, AbortSignal.any([signal, session.lost]));
            continue;
          }
          const logId = await log.id();
          pauses.reset();
          said = undefined;
          await lead(
            { session, databaseUrl, projection, log, logId, feed, news, asked: () => asked, report, signal },
            () => {
              asked = false;
            },
          );
        }
      } finally {
        await session.close();
      }
    } catch (error) {
      const line = `projection ${projection.name}: ${reason(error)}`;
      // Once for every outage, not for every try; that the log is away, its owner says for all projections.
      if (line !== said && !(error instanceof Unavailable)) report(line);
      said = line;
    }
    if (!signal.aborted) await wait(pauses.next(), signal);
  }
}
