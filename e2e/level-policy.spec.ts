import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { passwordOfAll } from '../tooling/testing/accounts.ts';
import { signInAt } from '../tooling/testing/login.ts';
import { answering } from './answering.ts';
import { missingBrowser, openBrowser } from './browser.ts';
import { type ExpectedRefusal, faultsShown, watchForFaults } from './faults.ts';
import { type OwnApp, ownApp } from './own-app.ts';

/** Another level policy, in an application of its own: a switch holds for everybody in it. */

const missing = missingBrowser();
let browser: Browser;
let app: OwnApp;

beforeAll(async () => {
  if (missing) return;
  browser = await openBrowser();
  app = await ownApp();
  await app.account('jefa', ['user', 'admin']);
  await app.account('mesa', ['user', 'employee']);
});
afterAll(async () => {
  await browser?.close();
  await app?.close();
});

async function pageOf(username: string, meant: readonly ExpectedRefusal[] = []) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const behind = watchForFaults(page, meant);
  await signInAt(app.url, page, username, passwordOfAll);
  return { page, behind };
}

/** Answers the first word question of the first chapter: option 0 is right. */
async function answerFirst(username: string, chosen: readonly number[]): Promise<void> {
  const { get, sentencesOf, answer } = await answering({ username, password: passwordOfAll }, app.url);
  const [book] = await get<{ id: string }[]>('/books');
  const [sentence] = await sentencesOf(book?.id ?? '');
  const [word] = sentence?.words ?? [];
  if (!sentence || !word) throw new Error('nothing to answer');
  for (const option of chosen) await answer(sentence, [{ question: word.question, chosen: option }]);
}

test('a policy is previewed, switched after a typed confirmation, told to the learner, and taken back', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await pageOf('jefa');
  await answerFirst('jefa', [0, 0, 0, 0, 1]);
  await page.goto(`${app.url}/admin#level-policy`);
  const section = page.getByRole('region', { name: 'Level policy' });
  await section.getByText('A wrong answer takes nothing away.').waitFor();
  const form = section.getByRole('form', { name: 'Level policy' });
  await form.getByRole('button', { name: 'Switch' }).click();
  await form.getByText('choose a policy first').waitFor();
  await form.getByRole('radio', { name: /^strict/ }).check();

  await form.getByRole('button', { name: 'Preview 100 learners' }).press('Enter');
  await form.getByText('Counted for all: one learner.').waitFor();
  const moves = form.getByRole('table', { name: 'Fragments that would move' });
  await expect.poll(() => moves.getByRole('row').nth(1).innerText()).toMatch(/IV → II\s+\d+/);
  await form.getByRole('table', { name: 'Known counts that would change' }).waitFor();
  expect(await faultsShown(page)).toEqual([]);

  await form.getByLabel('Type: Switch to strict').fill('Switch to stric');
  await form.getByRole('button', { name: 'Switch' }).click();
  await form.getByText('confirm first', { exact: true }).waitFor();
  await form.getByLabel('Type: Switch to strict').fill('Switch to strict');
  await form.getByLabel('Type: Switch to strict').press('Enter');
  await section.getByText("All vocabularies were switched to 'strict'.").waitFor();
  const trail = section.getByRole('table', { name: 'Switches so far' });
  await trail.getByRole('row').nth(1).waitFor();
  await expect.poll(() => trail.getByRole('row').nth(1).innerText()).toMatch(/strict\s+jefa\s+1\s+\d+/);
  await section.getByText('A wrong answer takes two levels, never below I.').first().waitFor();
  await page.setViewportSize({ width: 375, height: 740 });
  expect(await faultsShown(page)).toEqual([]);
  await page.setViewportSize({ width: 1280, height: 900 });

  // The learner reads it in the story of the word.
  const told = await page.context().newPage();
  const fallen = told.getByRole('main').getByRole('button', { name: /II/ });
  await expect
    .poll(async () => {
      await told.goto(`${app.url}/vocabulary`);
      await told.getByRole('list', { name: 'Words' }).waitFor();
      return fallen.count();
    })
    .toBeGreaterThan(0);
  await fallen.first().click();
  await told.getByText('Counted anew: a wrong answer takes two levels').waitFor();
  await told.close();

  await section.getByRole('button', { name: 'Take back' }).click();
  await page
    .getByRole('dialog', { name: "Go back to 'standard'?" })
    .getByRole('button', { name: 'Take back' })
    .click();
  await section.getByText("All vocabularies were switched back to 'standard'.").waitFor();
  await trail.getByText('back to standard').waitFor();
  expect(behind).toEqual([]);
});

test('an employee sees questions, health, read models and the level policy, and can change none of them', async ({
  skip,
}) => {
  if (missing) skip(missing);
  const { page, behind } = await pageOf('mesa', [
    ['/projections/control', 403],
    ['/level-policies/switch', 403],
    ['/level-policies/control', 403],
    ['/level-policies/preview', 403],
    ['/vocabularies/reset-user-vocabulary', 403],
    ['/vocabularies/reinitialize-all-users', 403],
    ['/people', 403],
    ['/people/roles', 403],
    ['/people/end-sessions', 403],
    ['/people/resets', 403],
    ['/languages', 403],
  ]);
  await page.goto(`${app.url}/desk`);
  await page.getByRole('heading', { name: 'desk', exact: true }).waitFor();
  await expect
    .poll(() => page.locator('main section > header h2').allInnerTexts())
    .toEqual(['Questions', 'Health', 'Read models', 'Level policy']);
  const models = page.getByRole('table', { name: 'Read models' });
  await models.getByText('Vocabulary entries').waitFor();
  await expect.poll(() => models.getByRole('button').count()).toBe(0);
  const policy = page.getByRole('region', { name: 'Level policy' });
  await policy.getByText('In force').waitFor();
  await expect.poll(() => policy.getByRole('button').count()).toBe(0);
  await expect.poll(() => policy.getByRole('radio').count()).toBe(0);
  await page.getByLabel('Book title').fill('Platero y Yo');
  await page.getByRole('button', { name: 'Check health' }).click();
  await page.getByText('Total missing sentences: 0').waitFor();
  await page
    .getByRole('table', { name: /^Questions of/ })
    .or(page.getByText(/No(body| question)/))
    .first()
    .waitFor();
  expect(await faultsShown(page)).toEqual([]);

  // Whoever writes the calls by hand is refused by the server.
  const statuses = await page.evaluate(async () => {
    const session = await fetch('/auth/refresh').then(reply => reply.json());
    const send = async (method: string, path: string, body?: object) => {
      const headers = { Authorization: `Bearer ${session.accessToken}`, 'Content-Type': 'application/json' };
      const reply = await fetch(path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
      return `${reply.status} ${method} ${path}`;
    };
    return [
      await send('POST', '/projections/control', { projection: 'known-counts', act: 'pause' }),
      await send('POST', '/level-policies/switch', { policy: 'strict' }),
      await send('POST', '/level-policies/control', { id: 'x', act: 'stop' }),
      await send('GET', '/level-policies/preview?policy=strict'),
      await send('PATCH', '/vocabularies/reset-user-vocabulary', { username: 'jefa' }),
      await send('PUT', '/vocabularies/reinitialize-all-users'),
      await send('GET', '/people?search=jefa'),
      await send('PATCH', '/people/roles', { id: 'x', role: 'admin' }),
      await send('POST', '/people/end-sessions', { id: 'x' }),
      await send('GET', '/people/resets'),
      await send('POST', '/languages', { name: 'Elvish', isoCode: 'ev' }),
    ];
  });
  expect(statuses.filter(line => !line.startsWith('403'))).toEqual([]);

  // The page of admins is not theirs.
  await page.goto(`${app.url}/admin`);
  await page.waitForURL(address => address.pathname !== '/admin');
  expect(behind).toEqual([]);
});
