import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { answerFiles } from '../facade/books.ts';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { card, goOnUntil } from './reader-steps.ts';

/** A device with the real service worker: what lies on it, and what is done on it in a chapter. */

const ready = (page: Page) => page.locator(`${card}:not([data-cooling])`).waitFor();

/** A browser profile of its own, where workers are allowed. */
export async function device(
  browser: Browser,
): Promise<{ context: BrowserContext; newPage: () => Promise<Page> }> {
  const context = await browser.newContext({
    serviceWorkers: 'allow',
    viewport: { width: 1280, height: 800 },
  });
  return { context, newPage: () => context.newPage() };
}

export async function openChapter(page: Page, url = inject('appUrl'), path = readerPath) {
  await page.goto(url + path);
  await page.getByRole('button', { name: 'Start' }).click();
  await ready(page);
}

/** What lies in IndexedDB below the keys that begin with a prefix; the values only where they are wanted: all are megabytes. */
function entriesOn(
  page: Page,
  prefix: string,
  withValues: boolean,
): Promise<readonly (readonly [key: string, value: unknown])[]> {
  return page.evaluate(
    wanted =>
      new Promise<readonly (readonly [string, unknown])[]>((resolve, reject) => {
        const opening = indexedDB.open('keyval-store');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('keyval');
          const store = reading.objectStore('keyval');
          const range = IDBKeyRange.bound(wanted.prefix, `${wanted.prefix}\uffff`);
          const keys = store.getAllKeys(range);
          const values = wanted.withValues ? store.getAll(range) : undefined;
          reading.onabort = () => reject(reading.error);
          reading.oncomplete = () => {
            opening.result.close();
            resolve(keys.result.map((key, index) => [String(key), values?.result[index]]));
          };
        };
      }),
    { prefix, withValues },
  );
}

export async function keysOn(page: Page): Promise<readonly string[]> {
  return (await entriesOn(page, '', false)).map(([key]) => key);
}

/** What lies below the one key that ends like this, or undefined. */
export async function storedOn(page: Page, end: string): Promise<unknown> {
  const key = (await keysOn(page)).find(one => one.endsWith(end));
  return key === undefined ? undefined : (await entriesOn(page, key, true))[0]?.[1];
}

export interface Waits {
  readonly id: string;
  readonly kind: string;
}

/** Commands that wait on the device. */
export async function waitingOn(page: Page): Promise<readonly Waits[]> {
  const outboxes = await entriesOn(page, 'outbox ', true);
  return outboxes.flatMap(([, waiting]) => waiting as Waits[]);
}

/** Until the app and the chapter lie on the device. */
export async function untilKept(page: Page, chapter = 1) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state === 'activated') return;
    await new Promise<void>(done =>
      active?.addEventListener('statechange', () => active.state === 'activated' && done()),
    );
  });
  const wanted = [
    ...['profile', 'books', 'vocabularies', 'known-count'].map(name => `["${name}"`),
    `["sentences","pu5nd2",${chapter}]`,
    `["word-instances","pu5nd2",${chapter}]`,
    ...answerFiles.map(file => `,${chapter},"${file}"]`),
  ];
  await expect
    .poll(async () => {
      const keys = await keysOn(page);
      return wanted.filter(part => !keys.some(key => key.startsWith('reply ') && key.includes(part)));
    })
    .toEqual([]);
}

/** 'I don't know yet' to every question of the sentence, until the next one begins. The page's clock is installed. */
export async function answerSentence(page: Page) {
  const place = page.getByRole('button', { name: /the chapter so far$/ });
  const before = await place.textContent();
  await goOnUntil(page, async () => (await place.textContent()) !== before);
}

async function tokenOf(url: string, { username, password }: { username: string; password: string }) {
  const reply = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ credential: username, password }),
  });
  const { accessToken }: { accessToken: string } = await reply.json();
  return accessToken;
}

/** How often the log of a learner has each of some commands. */
export async function timesStored(
  url: string,
  who: { username: string; password: string },
  commands: readonly Waits[],
): Promise<readonly number[]> {
  const headers = { Authorization: `Bearer ${await tokenOf(url, who)}` };
  const history = await (await fetch(`${url}/export/history.jsonl`, { headers })).text();
  const stored = history
    .trim()
    .split('\n')
    .map(line => (JSON.parse(line) as { command?: string }).command);
  return commands.map(({ id }) => stored.filter(command => command === id).length);
}

export const once = (commands: readonly Waits[]) => commands.map(() => 1);
