import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { accessibilityFaults } from './axe.ts';
import { credentialsOf, login, missingBrowser, openBrowser } from './browser.ts';
import { overflow, showTheme, watchForFaults } from './faults.ts';

const missing = missingBrowser();
const url = inject('appUrl');
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
afterAll(() => browser?.close());

async function visit(path: string, init: (context: BrowserContext) => Promise<unknown> = async () => {}) {
  const context = await browser.newContext();
  await init(context);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', request => asked.push(request.url()));
  const faults = watchForFaults(page);
  await page.goto(url + path, { waitUntil: 'networkidle' });
  return { context, page, asked, faults };
}

/** Everything that the browser keeps for the site. */
async function kept(page: Page): Promise<readonly string[]> {
  const inPage = await page.evaluate(async () => [
    ...Object.entries(localStorage).map(([name, value]) => `${name}=${value}`),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => `database ${name}`),
  ]);
  const cookies = (await page.context().cookies()).map(({ name }) => `cookie ${name}`);
  return [...inPage, ...cookies].sort();
}

/** The question stands above the last lines of the home page. */
async function comeNear(page: Page): Promise<void> {
  await page.getByText('El camino sube, lleno de sombras').scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
}

const ofAnalytics = (asked: readonly string[]) =>
  asked.filter(address => !address.startsWith(url) || /\/collect|analytics|mixpanel|recorder/.test(address));

test('without a consent nothing is stored and nothing leaves; a refusal stores itself alone', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, asked, faults, context } = await visit('/?utm_source=letter&utm_campaign=autumn');
  const question = page.getByRole('region', { name: 'May we count your visits?' });
  // Below the fold: it covers nothing, and is loaded when somebody comes near it.
  await expect.poll(() => question.count()).toBe(0);
  await comeNear(page);
  await question.waitFor();
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await kept(page)).toEqual([]);
  expect(ofAnalytics(asked)).toEqual([]);

  await page.goBack();
  await comeNear(page);
  await question.getByRole('button', { name: 'No' }).press('Enter');
  await question.waitFor({ state: 'detached' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
  await page.goto(url, { waitUntil: 'networkidle' });
  await comeNear(page);
  expect(await kept(page)).toEqual(['consent=refused']);
  expect(ofAnalytics(asked)).toEqual([]);
  await expect.poll(() => question.count()).toBe(0);
  expect(faults).toEqual([]);
  await context.close();
});

test('Global Privacy Control is a refusal: nothing is asked', async ({ skip }) => {
  if (missing) skip(missing);
  const { page, asked, context } = await visit('/', context =>
    context.addInitScript(() => {
      Object.defineProperty(Navigator.prototype, 'globalPrivacyControl', { get: () => true });
    }),
  );
  await comeNear(page);
  await expect.poll(() => page.getByRole('region', { name: 'May we count your visits?' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Consent Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Consent Preferences' });
  await dialog.getByText('Global Privacy Control').waitFor();
  await expect.poll(() => dialog.getByRole('button', { name: 'Yes' }).count()).toBe(0);
  expect(await kept(page)).toEqual([]);
  expect(ofAnalytics(asked)).toEqual([]);
  await context.close();
});

test('the question and the preferences are for everybody: keyboard, a small phone, the dark', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, context, faults } = await visit('/');
  const question = page.getByRole('region', { name: 'May we count your visits?' });
  await comeNear(page);
  await question.waitFor();
  const sizes = await question
    .getByRole('button')
    .evaluateAll(buttons =>
      buttons.map(it => `${it.className} ${Math.round(it.getBoundingClientRect().width)}`),
    );
  expect(sizes[0]).toBe(sizes[1]);
  for (const theme of ['light', 'dark']) {
    await showTheme(page, theme);
    expect(await accessibilityFaults(page)).toEqual([]);
  }
  await question.scrollIntoViewIfNeeded();
  await showTheme(page, 'light');
  await page.setViewportSize({ width: 320, height: 640 });
  await question.scrollIntoViewIfNeeded();
  expect(await overflow(page)).toEqual([]);
  await page.getByRole('button', { name: 'Consent Preferences' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Consent Preferences' });
  await dialog.getByText('You have not answered yet').waitFor();
  expect(await accessibilityFaults(page)).toEqual([]);
  expect(await overflow(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  expect(await kept(page)).toEqual([]);
  expect(faults).toEqual([]);
  await context.close();
});

interface Sent {
  readonly path: string;
  readonly body: string;
}

/** What the analytics client sends to us. */
function listen(page: Page): readonly Sent[] {
  const sent: Sent[] = [];
  page.on('request', request => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/collect/')) sent.push({ path: pathname, body: request.postData() ?? '' });
  });
  return sent;
}

function listed(sent: readonly Sent[], path: string): readonly Record<string, unknown>[] {
  return sent
    .filter(one => one.path.startsWith(`/collect/${path}`))
    .flatMap(({ body }) => JSON.parse(new URLSearchParams(body).get('data') ?? '[]'));
}

/**
 * Waits until something was sent. The client sends every five or ten seconds; the page's clock, which the test has
 * installed, is put forward meanwhile.
 */
async function untilSent(page: Page, isSent: () => boolean): Promise<void> {
  await expect
    .poll(
      async () => {
        await page.clock.fastForward(1_000);
        return isSent();
      },
      { interval: 50 },
    )
    .toBe(true);
}

test('a consent counts visits under the username, saves the campaign once, and a withdrawal deletes all of it', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, faults, asked, context } = await visit('/?utm_source=letter&utm_campaign=autumn', context =>
    context.clock.install(),
  );
  const sent = listen(page);
  await comeNear(page);
  await page
    .getByRole('region', { name: 'May we count your visits?' })
    .getByRole('button', { name: 'Yes' })
    .click();
  await untilSent(page, () => listed(sent, 'track').length > 0);
  const first = listed(sent, 'track')[0];
  expect(first).toMatchObject({ event: 'Page viewed', properties: { path: '/', utm_source: 'letter' } });
  expect(JSON.stringify(first)).not.toContain('http');
  const cookies = await context.cookies();
  const days =
    ((cookies.find(({ name }) => name.startsWith('mp_'))?.expires ?? 0) * 1_000 - Date.now()) / 86_400_000;
  expect(Math.round(days)).toBe(365);

  // With the page that the mail of a sign-up opens, memory is gone: what was agreed to is kept.
  const { username, password } = await credentialsOf('learner');
  await login(page, username, password);
  const ofCampaign = () =>
    listed(sent, 'engage').find(
      ({ $set_once }) => $set_once !== undefined && 'utm_source' in ($set_once as object),
    );
  await untilSent(page, () => ofCampaign() !== undefined);
  expect(ofCampaign()).toMatchObject({
    $distinct_id: username,
    $set_once: { utm_source: 'letter', utm_campaign: 'autumn' },
  });
  await untilSent(page, () =>
    listed(sent, 'engage').some(
      ({ $set }) => typeof ($set as { subscribed?: unknown })?.subscribed === 'boolean',
    ),
  );
  await untilSent(page, () =>
    listed(sent, 'track').some(
      ({ properties }) => (properties as { $user_id?: string }).$user_id === username,
    ),
  );
  expect(asked.filter(address => !address.startsWith(url))).toEqual([]);
  expect(asked.some(address => /recorder/.test(address))).toBe(false);

  const reply = page.waitForResponse(response => new URL(response.url()).pathname === '/collect/withdraw');
  await page.getByRole('button', { name: 'Consent Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Consent Preferences' });
  await dialog.getByText('Your answer is yes: visits are counted.').waitFor();
  await dialog.getByRole('button', { name: 'No' }).click();
  expect(((await (await reply).json()) as { deleted: number }).deleted).toBeGreaterThanOrEqual(3);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('consent'))).toBe('refused');
  const before = sent.length;
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.goto(`${url}/faq`, { waitUntil: 'networkidle' });
  expect(sent.length).toBe(before);
  const traces = (await kept(page)).filter(one => /mp|mixpanel|device|utm|letter/.test(one));
  // The login's own, which counts nothing and names nobody (decision 24).
  expect(traces).toEqual(['cookie device']);
  expect(faults).toEqual([]);
  await context.close();
});

test('a recording begins with its own consent, hides every text, and never shows an account', async ({
  skip,
}) => {
  if (missing) skip(missing);
  // The parts come as they are, not compressed, so that they can be read here.
  const { page, faults, context } = await visit('/faq', async context => {
    await context.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'));
    await context.clock.install();
  });
  const sent = listen(page);
  const parts = () => sent.filter(({ path }) => path.startsWith('/collect/record'));
  const stored: number[] = [];
  page.on('response', response => {
    if (new URL(response.url()).pathname.startsWith('/collect/record')) stored.push(response.status());
  });
  await page.getByRole('button', { name: 'Consent Preferences' }).click();
  const dialog = page.getByRole('dialog', { name: 'Consent Preferences' });
  await dialog.getByRole('checkbox').check();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 300);
  await untilSent(page, () => stored.length > 0);
  expect(stored[0]).toBe(200);
  expect(parts()[0]?.body).toContain('"type":2');
  await page.getByRole('banner').getByRole('link', { name: 'Login' }).click();
  await page.waitForURL('**/login');
  await page.getByLabel('Password', { exact: true }).fill('Rocinante-1605');
  await page.goto(`${url}/faq`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  const before = parts().length;
  await untilSent(page, () => parts().length > before);
  const all = parts()
    .map(({ body }) => body)
    .join('');
  for (const said of ['Rocinante', 'Consent Preferences', 'Password', `"data":{"href":"${url}/login`])
    expect(all).not.toContain(said);
  expect(all).toContain('****');

  // Still counted, and not recorded any more: the recordings are deleted, and no other begins.
  const deleted = page.waitForResponse(response => new URL(response.url()).pathname === '/collect/withdraw');
  await page.getByRole('button', { name: 'Consent Preferences' }).click();
  await dialog.getByRole('checkbox').uncheck();
  await dialog.getByRole('button', { name: 'Yes' }).click();
  expect(((await (await deleted).json()) as { deleted: number }).deleted).toBeGreaterThan(0);
  // Once more with the next page: a part may have been on its way.
  await Promise.all([
    page.waitForResponse(response => new URL(response.url()).pathname === '/collect/withdraw'),
    page.goto(`${url}/faq`, { waitUntil: 'networkidle' }),
  ]);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('analytics-recorded'))).toBeNull();
  const until = parts().length;
  await page.goto(`${url}/faq`, { waitUntil: 'networkidle' });
  await page.mouse.wheel(0, 300);
  const counted = () => sent.filter(({ path }) => path.startsWith('/collect/track')).length;
  const countedBefore = counted();
  await untilSent(page, () => counted() > countedBefore);
  expect(parts().length).toBe(until);
  expect(faults).toEqual([]);
  await context.close();
});
