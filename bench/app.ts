import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { freePort } from '../server/postgres/port.ts';
import { removePostgres } from '../server/postgres/postgres.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { chromiumFlags, findChromium } from '../tooling/testing/chromium.ts';

/** Measures the whole application in a browser, on data of its own; says why when there is no browser. */
export async function inBrowser(measure: (browser: Browser, url: string) => Promise<void>): Promise<void> {
  const { program, missing } = findChromium();
  if (program === undefined) return console.log(missing);
  const directory = await mkdtemp(join(tmpdir(), 'camino-browser-'));
  const port = await freePort();
  const app = await startApp({ port, directory });
  const browser = await chromium.launch({ executablePath: program, args: [...chromiumFlags] });
  try {
    await measure(browser, `http://localhost:${port}`);
  } finally {
    await browser.close();
    await stopApp(app);
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
}
