import { logins } from '../server/sandbox/logins.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { firstLoad, limits, publicPaths, readerPath } from '../tooling/testing/page-weight.ts';
import { inBrowser } from './app.ts';

/** Gzipped JavaScript of each page's first load, in kilobytes. `npm test` refuses what is over its limit. */
export function run(): Promise<void> {
  return inBrowser(async (browser, url) => {
    const context = await browser.newContext();
    const weigh = async (path: string, limit: number) => {
      const page = await context.newPage();
      const weight = await firstLoad(page, url + path);
      await page.close();
      const name = path.split('?')[0] ?? path;
      console.log(`${name.padEnd(28)} ${(weight / 1000).toFixed(1).padStart(7)} kB   (aim ${limit / 1000})`);
    };
    for (const path of publicPaths) await weigh(path, limits.public);
    const page = await context.newPage();
    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await weigh(readerPath, limits.reader);
  });
}
