import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The application at an address of its own, from which it is served as if it had been built and deployed a second time. */
export interface TwoBuilds {
  readonly url: string;
  /** From now on the second build is served, and the first one's files are gone. */
  readonly deploy: () => void;
  /** Files that were asked for and are of the build that is not served. */
  readonly missed: readonly string[];
  readonly close: () => Promise<void>;
}

/** Names of the second build's files begin with this, and nothing else is different. */
const mark = 'second-';
const text = /javascript|html|css|json/;

export function isOfSecond(url: string): boolean {
  return url.includes(`/assets/${mark}`);
}

export async function twoBuilds(appUrl: string): Promise<TwoBuilds> {
  let isSecond = false;
  const missed: string[] = [];
  const server = createServer((asked, reply) => {
    const path = asked.url ?? '/';
    if (path.startsWith('/assets/') && isOfSecond(path) !== isSecond) {
      missed.push(path);
      reply.writeHead(404).end();
      return;
    }
    passOn(asked, reply, { appUrl, isSecond });
  });
  await new Promise<void>(resolve => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deploy: () => {
      isSecond = true;
    },
    missed,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function passOn(
  asked: IncomingMessage,
  reply: ServerResponse,
  { appUrl, isSecond }: { appUrl: string; isSecond: boolean },
): void {
  // What is renamed here must come plain and whole.
  const { 'if-none-match': _, ...headers } = asked.headers;
  const path = (asked.url ?? '/').replace(mark, '');
  const passed = request(
    new URL(path, appUrl),
    { method: asked.method, headers: { ...headers, 'accept-encoding': 'identity' } },
    answer => {
      const { statusCode = 502, headers: given } = answer;
      if (!isSecond || !text.test(given['content-type'] ?? '')) {
        reply.writeHead(statusCode, given);
        answer.pipe(reply);
        return;
      }
      const { 'content-length': __, etag: ___, ...others } = given;
      const parts: Buffer[] = [];
      answer.on('data', part => parts.push(part));
      answer.on('end', () => {
        reply.writeHead(statusCode, others);
        reply.end(renamed(Buffer.concat(parts).toString()));
      });
    },
  );
  passed.on('error', () => reply.destroy());
  asked.pipe(passed);
}

/** Addresses of files, from the root and from beside them, and the revisions of the worker's list. */
function renamed(content: string): string {
  return content
    .replaceAll(/(["'`(/])assets\/(?=[\w.-]+\.)/g, `$1assets/${mark}`)
    .replaceAll(/(["'`])\.\/(?=[\w.-]+\.js\1)/g, `$1./${mark}`)
    .replaceAll(/"revision":"(?=\w+")/g, `"revision":"${mark}`);
}
