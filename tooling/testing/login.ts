import type { Page } from 'playwright-core';

/** Logs in as somebody does it: on the page. */
export async function loginAt(url: string, page: Page, username: string, password: string): Promise<void> {
  await page.goto(`${url}/login`);
  await page.getByLabel('Username or email').fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Login' }).click();
  await page.waitForURL('**/library');
}

/** Gives the page's browser context a session, by a call. */
export async function signInAt(url: string, page: Page, username: string, password: string): Promise<void> {
  const reply = await page.request.post(`${url}/auth/login`, { data: { credential: username, password } });
  if (!reply.ok()) throw new Error(`${username} cannot log in: ${reply.status()} ${await reply.text()}`);
}
