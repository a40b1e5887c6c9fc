import { setTimeout as wait } from 'node:timers/promises';
import { keepViewsCurrent } from '../projections/analytics/install.ts';
import { projections } from '../projections/projections.ts';
import { runProjections } from '../projections/runner/run.ts';
import type { Logger } from './logging/logger.ts';
import type { Stores } from './stores.ts';

export interface RunningProjections {
  /** Ends them after the batches in progress, or after `timeout` milliseconds. */
  readonly stop: (timeout: number) => Promise<void>;
  /** They have ended by themselves, because of an error. */
  readonly haveEnded: () => boolean;
}

/** Runs all projections and keeps the analysts' views up to date. */
export function startProjections({ events, databaseUrl }: Stores, logger: Logger): RunningProjections {
  if (!events) throw new Error('projections need a log');
  const end = new AbortController();
  const { signal } = end;
  let ended = false;
  const own = logger.child({ role: 'projections' });
  const report = (line: string) => own.warn(line);
  const analytics = keepViewsCurrent({ databaseUrl, signal, report });
  const done = runProjections({ log: events.log, databaseUrl, projections, signal, report })
    .catch((err: unknown) => own.error({ err }, 'projections ended'))
    .finally(() => {
      ended = true;
    });
  return {
    haveEnded: () => ended,
    stop: async timeout => {
      end.abort();
      await Promise.race([Promise.all([done, analytics]), wait(timeout, undefined, { ref: false })]);
    },
  };
}
