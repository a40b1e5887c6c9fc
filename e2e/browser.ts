import { type Browser, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';

const flags = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Why there is no browser to test with; undefined when there is one. */
export function missingBrowser(): string | undefined {
  return inject('chromiumMissing') || undefined;
}

export function openBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: inject('chromium'), args: flags });
}

export async function login(page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${inject('appUrl')}/login`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/library');
}
