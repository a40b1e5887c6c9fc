import { setTimeout as wait } from 'node:timers/promises';
import { connect } from '../../../database/connect.ts';
import type { Log } from '../../../event-store/log.ts';
import { compileLibrary } from '../../../library/library.ts';
import { installAnalytics } from '../../../projections/analytics/install.ts';
import { projections } from '../../../projections/projections.ts';
import { projectionStatuses } from '../../../projections/runner/control.ts';
import { runProjections } from '../../../projections/runner/run.ts';
import { bar, duration, type ProgressLine } from '../../commands/progress.ts';
import type { Configuration } from '../../configuration.ts';
import { putBuiltInLibrary } from '../../library.ts';
import { openStores } from '../../stores.ts';
import { courseOf } from './course.ts';
import { type Driven, drive } from './drive.ts';
import { type Life, lifeOf } from './life.ts';

export interface ClassMade extends Driven {
  readonly learners: number;
  readonly edition: string;
}

interface Making {
  readonly configuration: Configuration;
  readonly databaseUrl: string;
  readonly learners: number;
  readonly seed: string;
  readonly progress: ProgressLine;
  readonly signal: AbortSignal;
}

/**
 * Makes a class of made-up learners: their lives are given to the real aggregates, then read models and views are
 * brought up to date. The same class is made once, however often this is called.
 * @throws Error in production
 */
export async function makeClass({
  configuration,
  databaseUrl,
  learners,
  seed,
  progress,
  signal,
}: Making): Promise<ClassMade> {
  if (configuration.production) throw new Error('made-up learners are for development only');
  const compiled = compileLibrary();
  if (!('content' in compiled)) throw new Error('the library has problems: npm run library -- check');
  const course = courseOf(compiled.content);
  const stores = await openStores({ ...configuration, databaseUrl, roles: ['command-api'] });
  try {
    const { connection, events } = stores;
    if (!events) throw new Error('no log was opened');
    await putBuiltInLibrary(connection);
    const lives: Life[] = [];
    for (let number = 0; number < learners; number++) lives.push(lifeOf(course, seed, number));
    const total = lives.reduce((sum, { commands }) => sum + commands.length, 0);
    const began = performance.now();
    const driven = await drive(
      lives,
      { connection, ...events },
      done => {
        const seconds = (performance.now() - began) / 1000;
        // The first moments say nothing about the rest.
        const left = seconds < 2 ? '' : `  ${duration((seconds / done) * (total - done))} left`;
        progress.show(`${bar(done, total)}  ${done} of ${total} commands${left}`);
      },
      signal,
    );
    await project(events.log, databaseUrl, progress, signal);
    return { ...driven, learners, edition: course.edition };
  } finally {
    progress.end();
    await stores.close();
  }
}

/** Brings the read models to the head of the log; beside a running app this only waits for it. */
async function project(
  log: Log,
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
      const there = live.filter(({ position }) => position >= head);
      progress.show(`${bar(there.length, projections.length)}  read models up to date`);
      if (there.length >= projections.length) break;
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
