import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** An EventStoreDB to test against, or why there is none. */
export type RealServer =
  | { readonly url: string; restart(): Promise<void>; stop(): Promise<void> }
  | { readonly missing: string };

/**
 * `EVENTSTORE_URL` when it is set (with `EVENTSTORE_RESTART`, a shell command that restarts that server and returns when
 * it is ready); else a container when Docker answers.
 */
export async function realServer(): Promise<RealServer> {
  const url = process.env['EVENTSTORE_URL'];
  const command = process.env['EVENTSTORE_RESTART'];
  const run = promisify(execFile);
  if (url)
    return {
      url,
      restart: async () => {
        // The server would take variables of this prefix for its own options.
        const { EVENTSTORE_URL: _url, EVENTSTORE_RESTART: _restart, ...env } = process.env;
        if (command) await run('sh', ['-c', command], { env });
      },
      stop: async () => {},
    };
  const docker = await run('docker', ['info'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!docker) return { missing: 'no EVENTSTORE_URL is set and no Docker engine answers' };
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer('eventstore/eventstore:23.10.8-bookworm-slim')
    .withEnvironment({ EVENTSTORE_INSECURE: 'true', EVENTSTORE_RUN_PROJECTIONS: 'None' })
    .withExposedPorts(2113)
    .withWaitStrategy(Wait.forHttp('/health/live', 2113).forStatusCode(204))
    .start();
  return {
    url: `esdb://${container.getHost()}:${container.getMappedPort(2113)}?tls=false`,
    restart: () => container.restart(),
    stop: async () => void (await container.stop()),
  };
}
