import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Ports below those that systems give to outgoing connections, one of which would take a port before it is used. */
const [FIRST, COUNT] = [20_000, 10_000];

/** A free port of 127.0.0.1: the preferred one if possible. */
export async function freePort(preferred?: number): Promise<number> {
  if (preferred !== undefined) {
    const got = await listenOnce(preferred).catch(() => undefined);
    if (got !== undefined) return got;
  }
  for (let attempts = 0; attempts < 100; attempts++) {
    const got = await listenOnce(FIRST + randomInt(COUNT)).catch(() => undefined);
    if (got !== undefined) return got;
  }
  return listenOnce(0);
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = probe.address();
      const taken = address !== null && typeof address === 'object' ? address.port : port;
      probe.close(() => resolve(taken));
    });
  });
}
