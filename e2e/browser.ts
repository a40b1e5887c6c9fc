import { randomBytes } from 'node:crypto';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { connect } from '../database/connect.ts';
import { withDatabase } from '../server/commands/database.ts';
import { logins } from '../server/sandbox/logins.ts';
import { chromiumFlags } from '../tooling/testing/chromium.ts';
import { loginAt } from '../tooling/testing/login.ts';

/** Why there is no browser to test with; undefined when there is one. */
export function missingBrowser(): string | undefined {
  return inject('chromiumMissing') || undefined;
}

/**
 * Pages have no service worker unless a context asks for one (`serviceWorkers: 'allow'`): requests of a worker cannot be
 * answered or counted by the page's own routes.
 */
export async function openBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: inject('chromium'), args: [...chromiumFlags] });
  const open = browser.newContext.bind(browser);
  browser.newContext = options => open({ serviceWorkers: 'block', ...options });
  return browser;
}

export function login(page: Page, username: string, password: string): Promise<void> {
  return loginAt(inject('appUrl'), page, username, password);
}

/** Polls for as long as pages wait for their elements. */
export function pollUntil<T>(look: () => T | Promise<T>) {
  return expect.poll(look, { timeout: 30_000 });
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

export async function loginAs(page: Page, who: Person): Promise<void> {
  const { username, password } = await credentialsOf(who);
  return login(page, username, password);
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

let learner: Promise<Credentials> | undefined;

/** Created in the database, because spec files run side by side and would exceed the rate limit of sign-ups. */
function newLearner(): Promise<Credentials> {
  const username = `learner${randomBytes(4).toString('hex')}`;
  const password = 'Camino-2026!';
  const { directory: dataDirectory } = inject('appPlace');
  return withDatabase({ databaseUrl: undefined, dataDirectory }, async ({ url }) => {
    const { db, close } = connect(url);
    try {
      await createAccountWithPassword(db, { username, password, email: `${username}@camino.localhost` });
    } finally {
      await close();
    }
    return { username, password };
  });
}
