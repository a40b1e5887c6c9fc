import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../server/postgres/port.ts';

// Where Debian puts it is not on everybody's path.
const PATH = `${process.env['PATH']}:/usr/sbin:/usr/local/sbin`;

/** nginx's version as one number, 1.27.3 is 1027003; undefined when it is not installed. */
export function nginxVersion(): number | undefined {
  const { stderr } = spawnSync('nginx', ['-v'], { env: { PATH }, encoding: 'utf8' });
  const [, major, minor, patch] = /nginx\/(\d+)\.(\d+)\.(\d+)/.exec(stderr ?? '') ?? [];
  return major === undefined ? undefined : Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
}

/** What `nginx -t` says of a file, as it stands. */
export async function checkNginx(file: string): Promise<{ code: number | null; said: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-nginx-'));
  // It opens /dev/stdout, which must not be a socket, as pipes of Node are.
  const out = await open(join(directory, 'out'), 'w');
  const { status, stderr } = spawnSync(
    'nginx',
    ['-t', '-p', directory, '-e', 'stderr', '-c', file, '-g', `pid ${join(directory, 'nginx.pid')};`],
    { env: { PATH }, stdio: ['ignore', out.fd, 'pipe'], encoding: 'utf8' },
  );
  await out.close();
  await rm(directory, { recursive: true, force: true });
  return { code: status, said: stderr };
}

export interface Nginx {
  readonly url: string;
  /** Lines of the access log so far. */
  readonly logged: () => Promise<readonly string[]>;
  readonly stop: () => Promise<void>;
}

/**
 * Runs a configuration of ours on this machine.
 * @param upstreams the ports of the processes behind each name, instead of what Docker's resolver would say
 */
export async function runNginx(
  configuration: string,
  upstreams: Readonly<Record<string, readonly number[]>>,
): Promise<Nginx> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-nginx-'));
  // As root its workers are another user.
  await chmod(directory, 0o755);
  const port = await freePort();
  const file = join(directory, 'nginx.conf');
  const access = join(directory, 'access.log');
  await writeFile(file, onThisMachine(configuration, { directory, port, access, upstreams }));
  const main = `daemon off; pid ${join(directory, 'nginx.pid')};`;
  const nginx = spawn('nginx', ['-p', directory, '-e', 'stderr', '-c', file, '-g', main], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    if (nginx.exitCode === null) {
      const ended = once(nginx, 'exit');
      nginx.kill('SIGQUIT');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  };
  try {
    await listening(nginx, port);
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, stop, logged: async () => (await readFile(access, 'utf8')).trim().split('\n') };
}

function onThisMachine(
  configuration: string,
  at: {
    readonly directory: string;
    readonly port: number;
    readonly access: string;
    readonly upstreams: Readonly<Record<string, readonly number[]>>;
  },
): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map(kind => `  ${kind}_temp_path ${join(at.directory, kind)};`).join('\n');
  return configuration
    .replace('http {', `http {\n${paths}`)
    .replace('worker_processes auto', 'worker_processes 1')
    .replace('listen 8080', `listen 127.0.0.1:${at.port}`)
    .replace('access_log /dev/stdout', `access_log ${at.access}`)
    .replaceAll(/server (\w+):3000 resolve (.*)/g, (_, name: string, options: string) =>
      (at.upstreams[name] ?? []).map(port => `server 127.0.0.1:${port} ${options}`).join('\n    '),
    );
}

/** @throws Error with what nginx said when it ends instead */
async function listening(nginx: ChildProcess, port: number): Promise<void> {
  let said = '';
  nginx.stderr?.on('data', chunk => {
    said += chunk;
  });
  for (;;) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}:\n${said}`);
    // An answer of any kind.
    const asked = request({ port, host: '127.0.0.1', path: '/metrics', agent: false }).end();
    const answered = await once(asked, 'response').then(
      () => true,
      () => false,
    );
    if (answered) return;
    await pause(20);
  }
}
