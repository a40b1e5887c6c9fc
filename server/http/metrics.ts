import express, { type RequestHandler, type Router } from 'express';
import type pg from 'pg';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Ambiguous, type Log, Unavailable, WrongExpectedRevision } from '../../event-store/log.ts';
import type { UpcastingLog } from '../../event-store/upcasting.ts';
import { projectionStatuses } from '../../projections/runner/control.ts';

/** Metrics of the process in Prometheus' format under `/metrics`. */
export interface Metrics {
  /** Wraps a log to time appends and count their failures. */
  readonly instrument: (log: UpcastingLog) => UpcastingLog;
  /** Times every request. */
  readonly requests: RequestHandler;
  readonly router: Router;
}

/** @param projecting the log whose projections this process runs; their lag is measured on each request */
export function metrics(pool: pg.Pool, projecting: Log | undefined): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const appends = new Histogram({
    name: 'camino_append_seconds',
    help: 'Time of an append to the log, by outcome',
    labelNames: ['outcome'] as const,
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const conflicts = new Counter({
    name: 'camino_append_conflicts_total',
    help: 'Appends that lost to somebody else',
    registers,
  });
  const requests = new Histogram({
    name: 'camino_request_seconds',
    help: 'Time of an HTTP request, by method and status',
    labelNames: ['method', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers,
  });
  const projection = (name: string, help: string) =>
    new Gauge({
      name: `camino_projection_${name}`,
      help,
      labelNames: ['projection', 'stage'] as const,
      registers,
    });
  const lagSeconds = projection('lag_seconds', 'Age of the oldest event not applied yet');
  const failed = projection('failed', '1 when the projection has stopped at an event or a reason');
  const done = projection('events_done', 'Events behind the checkpoint');
  const remaining = projection('remaining_seconds', 'Estimated rest of a rebuild');

  async function measureProjections(log: Log): Promise<void> {
    for (const gauge of [lagSeconds, failed, done, remaining]) gauge.reset();
    for (const status of await projectionStatuses(pool)) {
      const labels = { projection: status.projection, stage: status.stage };
      const [oldest] = await log.readAll({ after: status.position, limit: 1 });
      lagSeconds.set(labels, oldest ? Math.max(0, (Date.now() - Date.parse(oldest.metadata.at)) / 1000) : 0);
      failed.set(labels, status.status === 'Failed' ? 1 : 0);
      done.set(labels, status.eventsDone);
      if (status.remainingSeconds !== null) remaining.set(labels, status.remainingSeconds);
    }
  }

  // A proxy withholds exactly this path: no other spelling of it answers.
  const router = express.Router({ caseSensitive: true, strict: true });
  router.get('/metrics', async (_request, response) => {
    if (projecting) await measureProjections(projecting).catch(() => {});
    response.type(registry.contentType).send(await registry.metrics());
  });

  return {
    router,
    requests(request, response, next) {
      const end = requests.startTimer({ method: request.method });
      response.once('finish', () => end({ status: String(response.statusCode) }));
      next();
    },
    instrument: log => ({
      ...log,
      async append(...append) {
        const end = appends.startTimer();
        try {
          const appended = await log.append(...append);
          end({ outcome: 'stored' });
          return appended;
        } catch (error) {
          if (error instanceof WrongExpectedRevision) conflicts.inc();
          end({ outcome: outcomeOf(error) });
          throw error;
        }
      },
    }),
  };
}

function outcomeOf(error: unknown): string {
  if (error instanceof WrongExpectedRevision) return 'conflict';
  if (error instanceof Unavailable) return 'unavailable';
  return error instanceof Ambiguous ? 'ambiguous' : 'refused';
}
