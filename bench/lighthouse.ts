import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import lighthouse, { desktopConfig, type Flags } from 'lighthouse';
import { chromium } from 'playwright-core';
import { freePort } from '../server/postgres/port.ts';
import { removePostgres } from '../server/postgres/postgres.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { chromiumFlags, findChromium } from '../tooling/testing/chromium.ts';
import { isShort, median } from './measure.ts';

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof categories)[number];
type Scores = Readonly<Record<Category, number>>;

/** What each page must reach; performance is the median of five runs, which a busy machine lowers. */
const aims = {
  phone: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 },
  desktop: { performance: 100, accessibility: 100, 'best-practices': 100, seo: 100 },
} as const;
const RUNS = isShort ? 1 : 5;
/** Of a run whose trace was not recorded, which happens on a busy machine. */
const RETRIES = 3;

/** Lighthouse of every page of the sitemap, on a phone and on a desktop. */
export async function run(): Promise<void> {
  const { program, missing } = findChromium();
  if (program === undefined) return console.log(missing);
  const directory = await mkdtemp(join(tmpdir(), 'camino-lighthouse-'));
  const [port, debugging] = [await freePort(), await freePort()];
  const app = await startApp({ port, directory });
  const browser = await chromium.launch({
    executablePath: program,
    args: [...chromiumFlags, `--remote-debugging-port=${debugging}`],
  });
  try {
    const sitemap = await (await fetch(`http://localhost:${port}/sitemap.xml`)).text();
    const addresses = [...sitemap.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address = '']) => address);
    console.log(
      ['page'.padEnd(20), 'device'.padEnd(8), ...categories.map(name => name.padStart(15))].join(''),
    );
    for (const device of ['phone', 'desktop'] as const)
      for (const address of addresses) {
        const runs: Scores[] = [];
        for (let count = 0; count < RUNS; count++)
          runs.push(await scoresOf(address, device, debugging, RETRIES));
        const cells = categories.map(name => {
          const reached =
            name === 'performance' ? median(runs.map(scores => scores[name])) : worst(runs, name);
          return `${reached}${reached < aims[device][name] ? ' (low)' : ''}`.padStart(15);
        });
        console.log([new URL(address).pathname.padEnd(20), device.padEnd(8), ...cells].join(''));
      }
  } finally {
    await browser.close();
    await stopApp(app);
    await removePostgres(directory);
    await rm(directory, { recursive: true, force: true });
  }
}

function worst(runs: readonly Scores[], name: Category): number {
  return Math.min(...runs.map(scores => scores[name]));
}

async function scoresOf(
  address: string,
  device: 'phone' | 'desktop',
  port: number,
  retries: number,
): Promise<Scores> {
  const flags: Flags = { port, logLevel: 'error', output: 'json', onlyCategories: [...categories] };
  const result = await lighthouse(address, flags, device === 'desktop' ? desktopConfig : undefined);
  if (!result) throw new Error(`Lighthouse has no result for ${address}`);
  const { runtimeError, categories: found, audits } = result.lhr;
  if (runtimeError && retries > 0) return scoresOf(address, device, port, retries - 1);
  if (runtimeError) throw new Error(`${address}: ${runtimeError.message}`);
  for (const name of categories.slice(1))
    for (const { id } of found[name]?.auditRefs ?? []) {
      const audit = audits[id];
      if (audit && audit.score !== null && audit.score < 1) console.log(`  ${name}: ${audit.title}`);
    }
  const score = (name: Category) => Math.round((found[name]?.score ?? 0) * 100);
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
  };
}
