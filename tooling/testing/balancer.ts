import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './caller.ts';

/**
 * A load balancer with health checks: round robin over processes that are ready and not draining, keep-alive connections,
 * no retries. A request that a process does not answer gets 502.
 */
export interface Balancer extends Server {
  readonly add: (process: Server) => void;
  /** Addresses of the processes that get requests now. */
  readonly ready: ReadonlySet<string>;
  /** How many requests each process has got, by its address. */
  readonly sent: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/** Milliseconds between health checks of a process. */
const CHECK_INTERVAL = 50;

export async function balancer(processes: readonly Server[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const closing = new AbortController();
  const ready = new Set<string>();
  const sent = new Map<string, number>();
  const watchers: Promise<void>[] = [];
  let next = 0;

  async function watch(url: string): Promise<void> {
    while (!closing.signal.aborted) {
      const reply = await fetch(`${url}/health/ready`).catch(() => undefined);
      // A process that is not ready for a moment stays; only a draining or unreachable one leaves.
      const state = (await reply?.json().catch(() => undefined)) as { draining?: boolean } | undefined;
      if (reply?.ok) ready.add(url);
      else if (!state || state.draining) ready.delete(url);
      await pause(CHECK_INTERVAL, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  function forward(request: IncomingMessage, response: ServerResponse): void {
    const url = [...ready][next++ % ready.size];
    const fail = (error: Error) => {
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end(JSON.stringify({ message: error.message }));
    };
    if (url === undefined) {
      fail(new Error('no process is ready'));
      return;
    }
    sent.set(url, (sent.get(url) ?? 0) + 1);
    const { method, headers } = request;
    const passed = http.request(url + request.url, { method, agent, headers }, answer => {
      // Hop-by-hop headers are not forwarded.
      const { connection, 'keep-alive': _, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, others);
      answer.on('error', fail).pipe(response);
    });
    request.pipe(passed.on('error', fail));
  }

  const add = ({ url }: Server) => void watchers.push(watch(url));
  processes.forEach(add);
  const server = http.createServer(forward).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add,
    ready,
    sent,
    async close() {
      closing.abort();
      await Promise.all(watchers);
      agent.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
