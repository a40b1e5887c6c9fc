import { logins } from '../server/sandbox/logins.ts';
import { loginAt } from '../tooling/testing/login.ts';
import { firstLoad, limits, publicPaths, readerPath } from '../tooling/testing/page-weight.ts';
import { inBrowser } from './app.ts';

/** Gzipped JavaScript of each page's first load, in kilobytes, its requests and bytes in all. `npm test` refuses what is over its limit. */
export function run(): Promise<void> {
  return inBrowser(async (browser, url) => {
    const context = await browser.newContext();
    const weigh = async (path: string, limit: number) => {
      const page = await context.newPage();
      const { scripts: weight, requests, bytes } = await firstLoad(page, url + path);
      await page.close();
      const name = path.split('?')[0] ?? path;
      const kilobytes = (count: number) => `${(count / 1000).toFixed(1).padStart(7)} kB`;
      console.log(
        `${name.padEnd(28)} ${kilobytes(weight)}   (aim ${limit / 1000})   ${requests} requests, ${kilobytes(bytes)} in all`,
      );
    };
    for (const path of publicPaths) await weigh(path, path === '/' ? limits.home : limits.public);
    const page = await context.newPage();
    const [learner] = logins;
    if (learner) await loginAt(url, page, learner.username, learner.password);
    await weigh(readerPath, limits.reader);
  });
}
