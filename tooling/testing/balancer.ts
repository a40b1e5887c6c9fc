import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Server } from './caller.ts';

/**
 * Spreads requests over processes as a proxy does that asks each how it is: in turn over those that were ready and do not
 * leave, on connections that it keeps, and never a second time. What a process does not answer is answered 502.
 */
export interface Balancer extends Server {
  readonly add: (process: Server) => void;
  /** Those that get requests now, by their address. */
  readonly ready: ReadonlySet<string>;
  /** How many requests each process has got, by its address. */
  readonly sent: ReadonlyMap<string, number>;
  readonly close: () => Promise<void>;
}

/** Milliseconds between two looks at the readiness of a process. */
const LOOK = 50;

export async function balancer(processes: readonly Server[]): Promise<Balancer> {
  const agent = new http.Agent({ keepAlive: true });
  const closing = new AbortController();
  const ready = new Set<string>();
  const sent = new Map<string, number>();
  const looks: Promise<void>[] = [];
  let turn = 0;

  async function watch(url: string): Promise<void> {
    while (!closing.signal.aborted) {
      const reply = await fetch(`${url}/health/ready`).catch(() => undefined);
      // One of whose parts is slow for a moment stays, as with balancers when there is nobody better.
      const state = (await reply?.json().catch(() => undefined)) as { draining?: boolean } | undefined;
      if (reply?.ok) ready.add(url);
      else if (!state || state.draining) ready.delete(url);
      await pause(LOOK, undefined, { signal: closing.signal }).catch(() => {});
    }
  }

  function pass(request: IncomingMessage, response: ServerResponse): void {
    const url = [...ready][turn++ % ready.size];
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
      // How long a connection lives is agreed anew on either side.
      const { connection, 'keep-alive': _, ...others } = answer.headers;
      response.writeHead(answer.statusCode ?? 502, others);
      answer.on('error', fail).pipe(response);
    });
    request.pipe(passed.on('error', fail));
  }

  const add = ({ url }: Server) => void looks.push(watch(url));
  processes.forEach(add);
  const server = http.createServer(pass).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    add,
    ready,
    sent,
    async close() {
      closing.abort();
      await Promise.all(looks);
      agent.destroy();
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
