import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { freePort } from '../server/postgres/port.ts';
import { removePostgres } from '../server/postgres/postgres.ts';
import { logins } from '../server/sandbox/logins.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { chromiumFlags, findChromium } from '../tooling/testing/chromium.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { firstLoad, limits, publicPaths, readerPath } from '../tooling/testing/page-weight.ts';

/** Gzipped JavaScript of each page's first load, in kilobytes. `npm test` refuses what is over its limit. */
export async function run(): Promise<void> {
  const { program, missing } = findChromium();
  if (program === undefined) return console.log(missing);
  const directory = await mkdtemp(join(tmpdir(), 'camino-weight-'));
  const port = await freePort();
  const app = await startApp({ port, directory });
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumFlags] });
  try {
    const url = `http://localhost:${port}`;
    const weigh = async (path: string, limit: number) => {
      const page = await context.newPage();
      const weight = await firstLoad(page, url + path);
      await page.close();
      const name = path.split('?')[0] ?? path;
      console.log(`${name.padEnd(28)} ${(weight / 1000).toFixed(1).padStart(7)} kB   (aim ${limit / 1000})`);
    };
    const context = await browser.newContext();
    for (const path of publicPaths) await weigh(path, limits.public);
    const page = await context.newPage();
    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await weigh(readerPath, limits.reader);
  } finally {
    await browser.close();
    await stopApp(app);
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
}
