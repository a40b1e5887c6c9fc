import { PgBoss } from 'pg-boss';
import { backoff, wait } from '../../concurrency/wait.ts';

/** A job that runs on a schedule, or at once on an operator's request. */
export interface ScheduledJob {
  /** Name of its queue and operator command: letters and hyphens. */
  readonly name: string;
  /** Five fields of cron, in UTC. */
  readonly cron: string;
  /** @returns lines for the operator */
  readonly run: (signal: AbortSignal) => Promise<readonly string[]>;
}

/** A job may take an hour; it is restarted when its process sent no heartbeat for a minute. */
const timeouts = {
  expireInSeconds: 3_600,
  heartbeatSeconds: 60,
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
};
/** One at a time across all processes, scheduled and requested runs together. */
const oneAtATime = { policy: 'singleton' } as const;

/**
 * Runs jobs on their schedules, each in one of the processes that share a database.
 * @returns a function that stops them; a running job gets 10 seconds to finish
 */
export async function runJobs({
  databaseUrl,
  jobs,
  report,
}: {
  readonly databaseUrl: string;
  readonly jobs: readonly ScheduledJob[];
  readonly report: (line: string) => void;
}): Promise<() => Promise<void>> {
  const end = new AbortController();
  const boss = new PgBoss({ connectionString: databaseUrl, max: 2 });
  let silentUntil = 0;
  boss.on('error', error => {
    // While the database is unreachable there is an error at every poll.
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + 60_000;
    report(`scheduled jobs: ${'code' in error ? error.code : error.name}`);
  });
  try {
    await boss.start();
    for (const job of jobs) {
      await boss.createQueue(job.name, { ...timeouts, ...oneAtATime });
      await boss.schedule(job.name, job.cron, null, { tz: 'UTC' });
      await boss.work(job.name, { pollingIntervalSeconds: 1 }, () => runOnce(job, report, end.signal));
    }
  } catch (error) {
    end.abort();
    await boss.stop({ graceful: false }).catch(() => {});
    throw error;
  }
  return async () => {
    end.abort();
    await boss.stop({ graceful: true, timeout: 10_000 });
  };
}

async function runOnce(
  { name, run }: ScheduledJob,
  report: (line: string) => void,
  signal: AbortSignal,
): Promise<{ readonly lines: readonly string[] }> {
  try {
    const lines = await run(signal);
    for (const line of lines) report(`${name}: ${line}`);
    return { lines };
  } catch (error) {
    // The queue stores the error and tries again; the operator is told here only.
    if (!signal.aborted) report(`${name} failed: ${error instanceof Error ? error.message : error}`);
    throw error;
  }
}

/** Jobs that are started in the background. */
export interface RunningJobs {
  readonly haveStarted: () => boolean;
  /** Stops them, or the tries to start them. */
  readonly stop: () => Promise<void>;
}

/** Runs jobs as `runJobs` does, and tries again while they cannot be started, with pauses of up to a minute. */
export function startJobsInBackground(options: Parameters<typeof runJobs>[0]): RunningJobs {
  const end = new AbortController();
  const pauses = backoff(1_000, 60_000);
  let stop: (() => Promise<void>) | undefined;
  const starting = (async () => {
    while (!stop && !end.signal.aborted)
      try {
        stop = await runJobs(options);
      } catch (error) {
        options.report(`scheduled jobs did not start: ${error instanceof Error ? error.message : error}`);
        await wait(pauses.next(), end.signal);
      }
  })();
  return {
    haveStarted: () => stop !== undefined,
    stop: async () => {
      end.abort();
      await starting;
      await stop?.();
    },
  };
}

/** Requests a run of a job now and does not wait for it. A failure is reported only, because the job also has a schedule. */
export async function requestJob(
  databaseUrl: string,
  name: string,
  report: (line: string) => void,
): Promise<void> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  try {
    await boss.start();
    await boss.send(name, null, { priority: 1, retryLimit: 0 });
  } catch (error) {
    report(`${name} waits for its time: ${error instanceof Error ? error.message : error}`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/**
 * Requests a run of a job now, in any process that runs jobs, and waits for the result.
 * @returns its lines for the operator
 * @throws Error when it failed, or when no process started it in time
 */
export async function runJobNow(
  databaseUrl: string,
  name: string,
  { signal, startTimeoutSeconds }: { readonly signal: AbortSignal; readonly startTimeoutSeconds: number },
): Promise<readonly string[]> {
  const boss = new PgBoss({ connectionString: databaseUrl, max: 1, supervise: false, schedule: false });
  boss.on('error', () => {});
  await boss.start();
  try {
    const id = await boss.send(name, null, { priority: 1, retryLimit: 0 });
    if (id === null) throw new Error(`${name} is waiting already`);
    const began = Date.now();
    for (;;) {
      const [job] = await boss.findJobs(name, { id });
      if (job?.state === 'completed') return (job.output as { lines?: readonly string[] })?.lines ?? [];
      if (job?.state === 'failed') throw new Error(`${name} failed: ${JSON.stringify(job.output)}`);
      const isWaiting = job === undefined || job.state === 'created';
      if (signal.aborted || (isWaiting && Date.now() - began > startTimeoutSeconds * 1_000)) {
        await boss.cancel(name, id).catch(() => {});
        throw new Error(signal.aborted ? 'stopped' : `nobody took up ${name}: does the app run?`);
      }
      await new Promise(resolve => setTimeout(resolve, 250));
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
