import type { ChildProcess } from 'node:child_process';
import type pg from 'pg';
import { endRunner, startRunner } from '../../projections/testing/runner-process.ts';

/** Two processes that run the projections, a leader and a standby; a process that ends is started again at once. */
export interface Projectors {
  /** `kill -9`; resolves when it is gone. */
  kill(pid: number): Promise<void>;
  /** Their lines for the operator, newest last. */
  readonly said: readonly string[];
  stop(): Promise<void>;
}

export function twoProjectors(environment: Parameters<typeof startRunner>[0]): Projectors {
  const running = new Set<ChildProcess>();
  const said: string[] = [];
  let stopping = false;

  function start(): void {
    const child = startRunner(environment, text => said.push(...text.trim().split('\n')));
    running.add(child);
    child.once('exit', () => {
      running.delete(child);
      if (!stopping) start();
    });
  }
  start();
  start();

  return {
    said,
    async kill(pid) {
      for (const child of running) if (child.pid === pid) await endRunner(child, 'SIGKILL');
    },
    async stop() {
      stopping = true;
      await Promise.all([...running].map(child => endRunner(child, 'SIGTERM')));
    },
  };
}

/** A projection as a fault finds it. */
export interface LedProjection {
  readonly projection: string;
  /** Process that leads it. */
  readonly pid: number;
  readonly eventsDone: number;
  readonly rebuilding: boolean;
}

/** The projections that are led, by whom, and whether they are being rebuilt; none while Postgres is away. */
export async function ledProjections(pool: pg.Pool): Promise<readonly LedProjection[]> {
  const { rows } = await pool
    .query<LedProjection>(
      `select live.projection, split_part(application_name, ' ', 2)::int as pid,
         live.events_done::float8 as "eventsDone", building.build is not null as rebuilding
       from pg_locks join pg_stat_activity using (pid)
       join read_models.projection_state live on live.stage = 'live'
         and application_name like 'camino % projection ' || live.projection
       left join read_models.projection_state building
         on building.projection = live.projection and building.stage = 'building'
       where locktype = 'advisory' and granted`,
    )
    .catch(() => ({ rows: [] }));
  return rows;
}
