import express, { type Router } from 'express';

/**
 * 'ready', or in a few words what is wrong. A `degraded` part is named too, but the process goes on taking requests: it
 * has an answer to each of them, and taking it out of a balancer would help nobody.
 */
export type PartState = 'ready' | { readonly degraded: string } | (string & {});

/** The parts of a process, asked anew at every request. */
export type Parts = Readonly<Record<string, () => Promise<PartState>>>;

/** Longest a part may take to answer, in milliseconds. */
const PATIENCE = 2_000;

/**
 * `/health/live`: the process answers. `/health/ready`: 200 when all of its parts are ready or degraded, else 503; it names
 * each part. Of a process that is about to stop no part is asked any more.
 */
export function health(asked: Parts, isDraining: () => boolean): Router {
  const router = express.Router();
  router.get('/health/live', (_request, response) => {
    response.set('Cache-Control', 'no-store').json({ live: true });
  });
  router.get('/health/ready', async (_request, response) => {
    response.set('Cache-Control', 'no-store');
    if (isDraining()) return void response.status(503).json({ ready: false, draining: true });
    const states = await Promise.all(
      Object.entries(asked).map(async ([name, ask]) => [name, await stateOf(ask)] as const),
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

async function stateOf(ask: () => Promise<PartState>): Promise<PartState> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<PartState>(resolve => {
    timer = setTimeout(resolve, PATIENCE, 'does not answer');
  });
  // What went wrong may hold addresses and passwords; who watches needs only the part's name.
  const state = ask().catch(() => 'away');
  return Promise.race([state, late]).finally(() => clearTimeout(timer));
}
