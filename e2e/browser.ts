import { randomBytes } from 'node:crypto';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { logins } from '../server/sandbox/logins.ts';
import { accountAt, passwordOfAll } from '../tooling/testing/accounts.ts';
import { chromiumFlags } from '../tooling/testing/chromium.ts';
import { loginAt, signInAt } from '../tooling/testing/login.ts';

/** Why there is no browser to test with; undefined when there is one. */
export function missingBrowser(): string | undefined {
  return inject('chromiumMissing') || undefined;
}

/** How long anything is waited for, in milliseconds: far longer than it takes, so that a busy machine fails no test. */
const patience = 120_000;

/** One Chromium serves the spec files of a worker, one after the other: a start takes a second of both cores. */
let running: Promise<Browser> | undefined;

async function chromiumOfWorker(): Promise<Browser> {
  const launched = await running?.catch(() => undefined);
  if (launched?.isConnected()) return launched;
  running = chromium.launch({
    executablePath: inject('chromium'),
    args: [...chromiumFlags],
    timeout: patience,
  });
  return running;
}

/**
 * The browser of a spec file, which opens it once, before anything else. It shares nothing with those of other files:
 * contexts keep cookies, storage, caches and workers apart, and its `close` closes all that it has opened.
 *
 * Pages have no service worker unless a context asks for one (`serviceWorkers: 'allow'`): requests of a worker cannot be
 * answered or counted by the page's own routes. Nor has a page motion (`reducedMotion: 'no-preference'`): to paint every
 * frame of a card that slides takes more of the processor than all the rest of a question.
 */
export async function openBrowser(): Promise<Browser> {
  learner = undefined;
  const browser = await chromiumOfWorker();
  const opened: BrowserContext[] = [];
  const own: Browser = Object.create(browser);
  own.newContext = async options => {
    const context = await browser.newContext({
      serviceWorkers: 'block',
      reducedMotion: 'reduce',
      ...options,
    });
    context.setDefaultTimeout(patience);
    opened.push(context);
    return context;
  };
  own.close = async () => {
    await Promise.all(opened.map(context => context.close()));
  };
  return own;
}

/** Logs in as somebody does it: on the page. */
export function login(page: Page, username: string, password: string): Promise<void> {
  return loginAt(inject('appUrl'), page, username, password);
}

/** The person signed in on a page: the spec file's own learner, or the sandbox's admin, which all files share. */
export type Person = 'learner' | 'admin';

/** What such a person types to log in. */
export async function credentialsOf(who: Person): Promise<Credentials> {
  if (who === 'learner') {
    learner ??= newLearner();
    return learner;
  }
  const admin = logins.find(({ username }) => username === who);
  if (!admin) throw new Error(`the sandbox has no ${who}`);
  return admin;
}

/** Gives the page's browser context a session, by a call: the login page has specs of its own. */
export async function signIn(page: Page, who: Person): Promise<void> {
  const { username, password } = await credentialsOf(who);
  await signInAt(inject('appUrl'), page, username, password);
}

/** Signs in by a call and opens the library. */
export async function loginAs(page: Page, who: Person): Promise<void> {
  await signIn(page, who);
  await page.goto(`${inject('appUrl')}/library`);
  await page.getByRole('heading', { level: 1, name: 'Library' }).waitFor();
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

let learner: Promise<Credentials> | undefined;

/** Created in the database, because spec files run side by side and would exceed the rate limit of sign-ups. */
async function newLearner(): Promise<Credentials> {
  const username = `learner${randomBytes(4).toString('hex')}`;
  await accountAt(inject('appDatabase'), username, ['user']);
  return { username, password: passwordOfAll };
}
