import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { shell } from './control.ts';

/** An EventStoreDB to test against, or why there is none. */
export type RealServer =
  | { readonly url: string; restart(): Promise<void>; stop(): Promise<void> }
  | { readonly missing: string };

/**
 * `EVENTSTORE_URL` when it is set (with `EVENTSTORE_RESTART`, a shell command that restarts that server and returns when
 * it is ready); else a container when Docker answers.
 */
export function realServer(): Promise<RealServer> {
  return given('EVENTSTORE_URL');
}

/** An empty server: `EVENTSTORE_EMPTY_URL` when it is set, else a new container. */
export function emptyServer(): Promise<RealServer> {
  return given('EVENTSTORE_EMPTY_URL');
}

async function given(name: string): Promise<RealServer> {
  const url = process.env[name];
  if (url)
    return { url, restart: () => shell(process.env['EVENTSTORE_RESTART'] ?? ''), stop: async () => {} };
  const docker = await promisify(execFile)('docker', ['info'], { timeout: 5_000 }).then(
    () => true,
    () => false,
  );
  if (!docker) return { missing: `no ${name} is set and no Docker engine answers` };
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
