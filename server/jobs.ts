import { PgBoss } from 'pg-boss';

/** Work that is done by itself at a time of day, and at once when an operator asks for it. */
export interface ScheduledJob {
  /** Letters and hyphens; what an operator calls it. */
  readonly name: string;
  /** Five fields of cron, in UTC. */
  readonly cron: string;
  /** @returns lines for the operator */
  readonly run: (signal: AbortSignal) => Promise<readonly string[]>;
}

/** A job may take an hour; a process that is not heard of for a minute has died, and the job begins again. */
const patience = {
  expireInSeconds: 3_600,
  heartbeatSeconds: 60,
  retryLimit: 3,
  retryDelay: 60,
  retryBackoff: true,
};
/** Only one at a time: of several processes, and of the night's and an operator's. */
const alone = { policy: 'singleton' } as const;

/**
 * Runs jobs at their times, each in one of the processes that share a database.
 * @returns ends them; a job that is running is given 10 seconds
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
    // While the database is away it says so at every look.
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + 60_000;
    report(`scheduled jobs: ${'code' in error ? error.code : error.name}`);
  });
  await boss.start();
  for (const { name, cron, run } of jobs) {
    await boss.createQueue(name, { ...patience, ...alone });
    await boss.schedule(name, cron, null, { tz: 'UTC' });
    await boss.work(name, { pollingIntervalSeconds: 1 }, async () => {
      const lines = await run(end.signal);
      for (const line of lines) report(`${name}: ${line}`);
      return { lines };
    });
  }
  return async () => {
    end.abort();
    await boss.stop({ graceful: true, timeout: 10_000 });
  };
}

/**
 * Asks whichever process runs the jobs to do one now, and waits for it.
 * @returns its lines
 * @throws Error when it failed, or when nobody took it up in time
 */
export async function doNow(
  databaseUrl: string,
  name: string,
  { signal, patienceSeconds }: { readonly signal: AbortSignal; readonly patienceSeconds: number },
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
      if (signal.aborted || (isWaiting && Date.now() - began > patienceSeconds * 1_000)) {
        await boss.cancel(name, id).catch(() => {});
        throw new Error(signal.aborted ? 'stopped' : `nobody took up ${name}: does the app run?`);
      }
      await new Promise(resolve => setTimeout(resolve, 250));
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}
