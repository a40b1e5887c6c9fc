import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../../../database/connect.ts';
import type { UpcastingLog } from '../../../event-store/upcasting.ts';
import { compileLibrary } from '../../../library/library.ts';
import { installAnalytics } from '../../../projections/analytics/install.ts';
import { projections } from '../../../projections/projections.ts';
import { projectionStatuses } from '../../../projections/runner/control.ts';
import { runProjections } from '../../../projections/runner/run.ts';
import { courseOf } from '../../../simulation/course.ts';
import { historyOf, type LearnerHistory } from '../../../simulation/history.ts';
import { bar, duration, type ProgressLine } from '../../commands/progress.ts';
import type { Configuration } from '../../configuration.ts';
import { putBuiltInLibrary } from '../../library.ts';
import { openStores } from '../../stores.ts';
import { type ExecutedClass, executeAll } from './execute.ts';

export interface ClassResult extends ExecutedClass {
  readonly learners: number;
  readonly edition: string;
}

interface ClassOptions {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly learners: number;
  readonly seed: string;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/**
 * Makes a class of simulated learners: their commands are executed on the real aggregates, then read models and views
 * are brought up to date. Idempotent: a second call adds nothing.
 * @throws Error in production
 */
export async function makeClass({
  configuration,
  databaseUrl,
  learners,
  seed,
  progress,
  signal,
}: ClassOptions): Promise<ClassResult> {
  if (configuration.production) throw new Error('simulated learners are for development only');
  const compiled = compileLibrary();
  if (!('content' in compiled)) throw new Error('the library has problems: npm run library -- check');
  const course = courseOf(compiled.content);
  const stores = await openStores({ ...configuration, databaseUrl, roles: ['command-api'] }, console.error);
  try {
    const { connection, events } = stores;
    if (!events) throw new Error('no log was opened');
    await putBuiltInLibrary(connection);
    const histories: LearnerHistory[] = [];
    for (let number = 0; number < learners; number++) histories.push(historyOf(course, seed, number));
    const total = histories.reduce((sum, { commands }) => sum + commands.length, 0);
    const began = performance.now();
    const executed = await executeAll(
      histories,
      { connection, ...events },
      done => {
        const seconds = (performance.now() - began) / 1000;
        // Too early for an estimate.
        const left = seconds < 2 ? '' : `  ${duration((seconds / done) * (total - done))} left`;
        progress.show(`${bar(done, total)}  ${done} of ${total} commands${left}`);
      },
      signal,
    );
    await catchUpReadModels(events.log, databaseUrl, progress, signal);
    return { ...executed, learners, edition: course.edition };
  } finally {
    progress.end();
    await stores.close();
  }
}

/** Brings the read models to the head of the log; beside a running app this only waits for it. */
async function catchUpReadModels(
  log: UpcastingLog,
  databaseUrl: string,
  progress: ProgressLine,
  signal: AbortSignal,
): Promise<void> {
  const head = await log.head();
  const end = new AbortController();
  const running = runProjections({
    log,
    databaseUrl,
    projections,
    signal: AbortSignal.any([end.signal, signal]),
  });
  const { pool, close } = connect(databaseUrl);
  try {
    for (;;) {
      signal.throwIfAborted();
      const live = (await projectionStatuses(pool)).filter(({ stage }) => stage === 'live');
      const stopped = live.find(({ status }) => status === 'Failed' || status === 'Paused');
      if (stopped) throw new Error(`${stopped.projection} is ${stopped.status}: npm run operate -- status`);
      const caughtUp = live.filter(({ position }) => position >= head);
      progress.show(`${bar(caughtUp.length, projections.length)}  read models up to date`);
      if (caughtUp.length >= projections.length) break;
      await wait(200);
    }
    const missing = await installAnalytics(pool);
    if (missing.length > 0) throw new Error(`views that could not be made: ${missing.join(', ')}`);
  } finally {
    end.abort();
    await running;
    await close();
  }
}
