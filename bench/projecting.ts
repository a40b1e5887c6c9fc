import type pg from 'pg';
import type { UpcastingLog } from '../event-store/upcasting.ts';
import type { Projection } from '../projections/projection.ts';
import { projectionStatuses, requestReplay } from '../projections/runner/control.ts';
import { runProjections } from '../projections/runner/run.ts';
import { rate } from './measure.ts';

export interface BenchLog {
  readonly log: UpcastingLog;
  readonly databaseUrl: string;
  readonly pool: pg.Pool;
  /** In the log. */
  readonly events: number;
}

/** Runs read models as the product does; events of the log per second. */
export function runnerBench(
  { log, databaseUrl, pool, events }: BenchLog,
  projections: readonly Projection[],
) {
  const names = projections.map(({ name }) => name);
  const start = () => {
    const end = new AbortController();
    const done = runProjections({ log, databaseUrl, projections, signal: end.signal, report: console.error });
    return async () => {
      end.abort();
      await done;
    };
  };
  const live = async () =>
    (await projectionStatuses(pool)).filter(
      ({ stage, projection }) => stage === 'live' && names.includes(projection),
    );
  /** @param before builds that do not count any more */
  const atHead = async (before: ReadonlySet<string>) => {
    for (const head = await log.head(); ; ) {
      const reached = (await live()).filter(one => one.position >= head && !before.has(nameOf(one)));
      if (reached.length === names.length) return;
      await new Promise(resolve => setTimeout(resolve, 25));
    }
  };

  /** Starts them; resolves when they have caught up, with what stops them. */
  const running = async () => {
    const stop = start();
    await atHead(new Set());
    return stop;
  };

  return {
    running,
    /** From nothing to the head of the log. */
    async catchUp(): Promise<number> {
      await pool.query('drop schema if exists read_models cascade');
      let stop = async () => {};
      const perSecond = await rate(events, async () => {
        stop = start();
        await atHead(new Set());
      });
      await stop();
      return perSecond;
    },
    /** From the request for a replay to the swap; the live build has caught up before. */
    async rebuild(): Promise<number> {
      const stop = await running();
      const before = new Set((await live()).map(nameOf));
      const perSecond = await rate(events, async () => {
        await requestReplay(pool, names);
        await atHead(before);
      });
      await stop();
      return perSecond;
    },
  };
}

const nameOf = ({ projection, build }: { projection: string; build: number }) => `${projection} ${build}`;
