import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Listening {
  readonly port: number;
  /** Stops taking requests, lets those in progress finish, and closes the remaining connections after `timeout` milliseconds. */
  readonly drain: (timeout: number) => Promise<void>;
}

const DEFAULT_PORT = 3000;

/**
 * Listens on a port, or without one on 3000 or the next that is free.
 * @throws Error with one clear line when the port asked for is taken or forbidden
 */
export async function listen(
  handler: RequestListener,
  { host, port }: { host: string; port: number | undefined },
): Promise<Listening> {
  const server = createServer(handler);
  // Requests are small; slow ones are attacks or lost connections.
  server.requestTimeout = 30_000;
  server.headersTimeout = 15_000;
  // Longer than a proxy's idle timeout (usually 60 s), so that the proxy closes first and never sends on a closed connection.
  server.keepAliveTimeout = 65_000;
  for (let candidate = port ?? DEFAULT_PORT; ; candidate++) {
    const refused = await tryPort(server, host, candidate);
    if (refused === undefined) break;
    if (port !== undefined || refused !== 'EADDRINUSE' || candidate >= DEFAULT_PORT + 200)
      throw new Error(explain(refused, host, candidate));
  }
  const address = server.address() as AddressInfo;
  return { port: address.port, drain: timeout => drain(server, timeout) };
}

function tryPort(server: Server, host: string, port: number): Promise<string | undefined> {
  return new Promise(resolve => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message);
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', failed);
      resolve(undefined);
    });
  });
}

function explain(code: string, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program`;
  if (code === 'EACCES') return `PORT ${port} may not be used by this user`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST ${host} is not an address of this machine`;
  return `the web server cannot listen on ${host}:${port}: ${code}`;
}

async function drain(server: Server, timeout: number): Promise<void> {
  const closed = new Promise<void>(resolve => server.close(() => resolve()));
  server.closeIdleConnections();
  // Connections that become idle meanwhile would keep the server open until their keep-alive ends.
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cutoff = setTimeout(() => server.closeAllConnections(), timeout);
  await closed;
  clearInterval(idle);
  clearTimeout(cutoff);
}
