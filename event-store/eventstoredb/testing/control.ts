import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a spec may do to the server process behind `EVENTSTORE_URL`. Each is a shell command of the environment. */
export type Control = 'START' | 'STOP' | 'KILL' | 'FREEZE' | 'THAW';

/** Why a spec that needs these controls cannot run here; undefined when it can. */
export function controlsMissing(...needed: readonly Control[]): string | undefined {
  const missing = ['URL', ...needed].map(name => `EVENTSTORE_${name}`).filter(name => !process.env[name]);
  return missing.length > 0 ? `${missing.join(', ')} not set` : undefined;
}

/** Runs the command; resolves when it has ended, which for `START` means that the server is ready. */
export async function control(name: Control): Promise<void> {
  await shell(process.env[`EVENTSTORE_${name}`] ?? 'false');
}

/** Runs a shell command without our variables: the server would take those of this prefix for its own options. */
export async function shell(command: string): Promise<void> {
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^EVENTSTORE_/.test(key)));
  await promisify(execFile)('sh', ['-c', command], { env });
}
