import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** This process holds the lock of the data directory. */
export interface DataDirectoryLock {
  readonly taken: false;
  /** Sets the address that a second start prints. */
  readonly announce: (address: string) => void;
}

/** Another process holds it; `address` is empty while that one is starting. */
export interface LockedElsewhere {
  readonly taken: true;
  readonly address: string;
}

/**
 * Locks a data directory until this process ends. The lock is a local socket, on Linux an abstract one without a file,
 * so that nothing stale remains after kill -9.
 * @param directory must exist
 */
export async function lockDataDirectory(directory: string): Promise<DataDirectoryLock | LockedElsewhere> {
  const hash = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 32);
  const path = process.platform === 'linux' ? `\0camino-${hash}` : join(tmpdir(), `camino-${hash}.sock`);
  let address = '';
  const server = createServer(socket => {
    socket.on('error', () => {});
    socket.end(address);
  });
  const announce = (now: string) => {
    address = now;
  };
  for (const last of [false, true]) {
    if (await listen(server, path)) return { taken: false, announce };
    const answer = await ask(path);
    if (answer !== undefined) return { taken: true, address: answer };
    if (last) break;
    // The process has just ended. Its abstract socket went with it, a socket file did not.
    if (!path.startsWith('\0')) await rm(path, { force: true });
  }
  throw new Error(`${directory} could not be claimed for this process`);
}

function listen(server: Server, path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error);
    server.once('error', failed);
    server.listen(path, () => {
      server.off('error', failed);
      server.unref();
      resolve(true);
    });
  });
}

/** The address sent by the process behind the socket; undefined when it has ended. */
function ask(path: string): Promise<string | undefined> {
  return new Promise(resolve => {
    let said = '';
    const socket = connect(path);
    socket.setTimeout(2_000, () => socket.destroy());
    socket.on('data', chunk => {
      said += chunk;
    });
    socket.once('error', () => resolve(undefined));
    socket.once('close', () => resolve(said));
  });
}
