import express, { type Router } from 'express';

/**
 * 'ready', or a short description of the problem. With a `degraded` part the process stays ready, because it can still
 * answer requests and removing it from a load balancer would not help.
 */
export type CheckResult = 'ready' | { readonly degraded: string } | (string & {});

/** Checks of the parts of a process, run for every request. */
export type HealthChecks = Readonly<Record<string, () => Promise<CheckResult>>>;

/** Timeout of a check, in milliseconds. */
const TIMEOUT = 2_000;

/**
 * `/health/live` replies as long as the process does. `/health/ready` is 200 when all parts are ready or degraded, else
 * 503, and names each part. A draining process runs no checks.
 */
export function health(checks: HealthChecks, isDraining: () => boolean): Router {
  const router = express.Router();
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ live: true });
  });
  router.get('/health/ready', async (_request, response) => {
    response.set('Cache-Control', 'no-store');
    if (isDraining()) return void response.status(503).json({ ready: false, draining: true });
    const states = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => [name, await resultOf(check)] as const),
    );
    const ready = states.every(([, state]) => state === 'ready' || typeof state === 'object');
    const parts = states.map(([name, state]) => [
      name,
      typeof state === 'object' ? `degraded: ${state.degraded}` : state,
    ]);
    response.status(ready ? 200 : 503).json({ ready, parts: Object.fromEntries(parts) });
  });
  return router;
}

async function resultOf(check: () => Promise<CheckResult>): Promise<CheckResult> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<CheckResult>(resolve => {
    timer = setTimeout(resolve, TIMEOUT, 'does not answer');
  });
  // The error may contain addresses and passwords; the name of the part is enough.
  const result = check().catch(() => 'away');
  return Promise.race([result, late]).finally(() => clearTimeout(timer));
}
