import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import { logins } from '../server/sandbox/logins.ts';
import { chromiumFlags } from '../tooling/testing/chromium.ts';
import { loginAt } from '../tooling/testing/login.ts';

/** Why there is no browser to test with; undefined when there is one. */
export function missingBrowser(): string | undefined {
  return inject('chromiumMissing') || undefined;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('chromium'), args: [...chromiumFlags] });
}

export function login(page: Page, username: string, password: string): Promise<void> {
  return loginAt(inject('appUrl'), page, username, password);
}

/** Logs in with one of the ready-made accounts. */
export function loginAs(page: Page, name: 'maria' | 'admin'): Promise<void> {
  return login(page, name, logins.find(({ username }) => username === name)?.password ?? '');
}
