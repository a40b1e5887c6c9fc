import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { readerPath } from '../tooling/testing/page-weight.ts';
import { missingBrowser, openBrowser, signIn } from './browser.ts';
import { faultsShown, showTheme } from './faults.ts';
import { type Answers, collectAnswers, keyOf } from './reader-answers.ts';
import { card, closeDialog } from './reader-steps.ts';

/** What reading costs a learner in scrolling, keys and time, and that it survives what can fail. */

const missing = missingBrowser();
let browser: Browser;

beforeAll(async () => {
  if (!missing) browser = await openBrowser();
});
beforeEach(({ skip }) => {
  if (missing) skip(missing);
});
afterAll(() => browser?.close());

/** The chapter behind its start summary. */
async function openChapter(options: BrowserContextOptions, before?: (page: Page) => Promise<void>) {
  const page = await (await browser.newContext({ reducedMotion: 'no-preference', ...options })).newPage();
  await signIn(page, 'learner');
  await before?.(page);
  await page.goto(inject('appUrl') + readerPath);
  await page.getByRole('button', { name: 'Start' }).waitFor();
  return page;
}
const start = (page: Page) => page.getByRole('button', { name: 'Start' }).click();
const ready = (page: Page) => page.locator(`${card}:not([data-cooling])`).waitFor();
const question = (page: Page) => page.locator(`${card}[data-question]`).getAttribute('data-question');

/** Where the options of the question lie on the screen, in pixels, and how far the page is scrolled. */
const layout = (page: Page) =>
  page.evaluate(selector => {
    const options = [...document.querySelectorAll(`${selector} ol button`)];
    const boxes = options.map(option => option.getBoundingClientRect());
    return {
      first: boxes[0]?.top ?? 0,
      last: boxes.at(-1)?.bottom ?? 0,
      scrolled: scrollY,
      height: innerHeight,
      covered: coveredActions(),
    };

    /** Actions of the card behind the tutorial. */
    function coveredActions() {
      const strip = document.querySelector('[data-tutorial]')?.getBoundingClientRect();
      return [...document.querySelectorAll(`${selector} button`)]
        .filter(button => strip && button.getBoundingClientRect().bottom > strip.top)
        .map(button => button.textContent);
    }
  }, card);

// An ordinary phone is measured for a whole chapter, in reader-chapter.spec.ts.
for (const [name, width, height] of [
  ['the smallest phone', 320, 568],
  ['a phone on its side', 740, 375],
] as const)
  test(`on ${name} a question is answered without scrolling, and its options stay where they are`, async () => {
    const page = await openChapter({ viewport: { width, height } });
    await start(page);
    await ready(page);
    const places: number[] = [];
    for (let asked = 0; asked < 4; asked++) {
      const { first, last, scrolled, covered } = await layout(page);
      expect(covered, 'actions behind the tutorial').toEqual([]);
      expect(scrolled, 'pixels scrolled').toBe(0);
      expect(last, 'third option above the fold').toBeLessThanOrEqual(height);
      places.push(first);
      await page.keyboard.press('0');
      await page.locator(card).getByText('Correct Solution:').waitFor();
      const before = await question(page);
      await ready(page);
      await page.keyboard.press('Enter');
      await page.waitForFunction(
        ([selector, id]) => document.querySelector(selector)?.getAttribute('data-question') !== id,
        [`${card}[data-question]`, before] as const,
      );
      await ready(page);
    }
    const moved = places.slice(1).map((place, index) => Math.abs(place - (places[index] ?? place)));
    expect(Math.max(...moved), 'pixels the first option moved').toBeLessThanOrEqual(8);
    await page.context().close();
  });

test('from Start two presses of Tab at most lead to the first option, and the focus is on the question', async () => {
  const page = await openChapter({ viewport: { width: 1280, height: 800 } });
  await page.keyboard.press('Enter');
  await ready(page);
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? '');
  await expect.poll(() => focused()).toMatch(/^What does/);
  await expect.poll(() => page.title()).toMatch(/^\d+ of 11 · Platero y Yo · Camino$/);
  const option = page.locator(`${card} ol button`).first();
  let presses = 0;
  while (presses < 5 && !(await option.evaluate(button => button === document.activeElement))) {
    await page.keyboard.press('Tab');
    presses += 1;
  }
  expect(presses).toBeLessThanOrEqual(2);
  await page.context().close();
});

test('a double click on Start or on an option answers no question that was not read', async () => {
  const page = await openChapter({ viewport: { width: 1280, height: 800 } });
  await page.getByRole('button', { name: 'Start' }).dblclick();
  await ready(page);
  await expect.poll(() => page.locator(`${card}[data-card="asked"]`).count()).toBe(1);
  const before = await question(page);
  await page.locator(`${card} ol button`).first().dblclick();
  await ready(page);
  const after = await page.locator(card).first().getAttribute('data-card');
  // Wrong: it waits. Right: the next question waits, unanswered.
  expect(['wrong', 'asked']).toContain(after);
  if (after === 'wrong') {
    expect(await question(page)).toBe(before);
    // A later press on the row leaves the focus where it is.
    const onward = page.locator('button:focus').filter({ hasText: 'Continue' });
    await onward.waitFor();
    await page.locator(`${card} ol button`).first().click({ force: true });
    expect(await onward.count()).toBe(1);
  }
  await page.context().close();
});

test('question files that fail are offered again in place, and nothing counts as read meanwhile', async () => {
  let fails = true;
  const page = await openChapter({ viewport: { width: 1280, height: 800 } }, async opened => {
    await opened.route('**/ch1WordAnswers.json', route =>
      fails ? route.fulfill({ status: 404, json: { message: 'not found' } }) : route.fallback(),
    );
  });
  const read: string[] = [];
  page.on('request', request => {
    if (/last-read|answers$/.test(request.url()) && request.method() !== 'GET') read.push(request.url());
  });
  await start(page);
  await page.getByText('The questions of this chapter did not load').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Continue' }).count()).toBe(0);
  expect(await faultsShown(page)).toEqual([]);
  fails = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await ready(page);
  await expect.poll(() => question(page)).not.toBeNull();
  expect(read).toEqual([]);
  await page.context().close();
});

test('a known clause is asked no more, and one undo brings it back; earlier sentences can be read again', async () => {
  const page = await openChapter({ viewport: { width: 1280, height: 800 } });
  const moved: string[] = [];
  page.on('request', request => {
    if (request.url().endsWith('/users/last-read')) moved.push(request.url());
  });
  await start(page);
  await ready(page);
  const first = await question(page);
  const marked = page.waitForResponse(reply => reply.url().endsWith('/vocabularies/clause'));
  await page.keyboard.press('k');
  expect((await marked).status()).toBe(200);
  await ready(page);
  await expect.poll(() => question(page)).not.toBe(first);
  const undone = page.waitForResponse(reply => reply.url().endsWith('/vocabularies/undo'));
  await page.getByRole('button', { name: 'Undo: ask me this clause' }).click();
  expect((await undone).status()).toBe(200);
  await ready(page);
  await expect.poll(() => question(page)).toBe(first);
  await page.keyboard.press('r');
  await page.getByRole('dialog').waitFor();
  await expect.poll(() => page.locator('dialog [aria-current="true"]').count()).toBe(1);
  expect(await faultsShown(page)).toEqual([]);
  await closeDialog(page);
  await expect.poll(() => question(page)).toBe(first);
  expect(moved).toEqual([]);
  await page.getByRole('button', { name: 'Camino, exit to the library' }).click();
  await page.getByRole('heading', { name: /^Summary of Your Progress/ }).waitFor();
  await page.context().close();
});

test('every line and box that tells a state has three times the contrast of its ground', async () => {
  const page = await openChapter({ viewport: { width: 1280, height: 800 } });
  await start(page);
  for (const theme of ['light', 'dark', 'sepia', 'contrast']) {
    await showTheme(page, theme);
    const low = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement);
      const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
      const luminance = (token: string) => {
        if (!canvas) return 0;
        canvas.fillStyle = style.getPropertyValue(token).trim();
        canvas.fillRect(0, 0, 1, 1);
        const [r = 0, g = 0, b = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map(part => {
          const share = part / 255;
          return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
        });
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const contrast = (a: string, b: string) => {
        const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
        return (light + 0.05) / (dark + 0.05);
      };
      // New, seen, right, wrong and plain lines on paper and on a finished clause; rows, dots and boxes on the sheet.
      const pairs = [
        ...['--accent', '--gold', '--right', '--wrong', '--edge'].flatMap(token => [
          [token, '--paper'],
          [token, '--sheet'],
        ]),
        ...[
          ['--wrong', '--gold-soft'],
          ['--wrong', '--wrong-soft'],
          ['--right', '--right-soft'],
          ['--accent', '--accent-soft'],
        ],
      ];
      return pairs
        .map(([a = '', b = '']) => ({ pair: `${a} on ${b}`, contrast: contrast(a, b) }))
        .filter(({ contrast }) => contrast < 3);
    });
    expect(low, theme).toEqual([]);
  }
  await page.context().close();
});

test('in forced colours the asked word, the signs and the chapter line are still there', async () => {
  let answers: Answers = new Map();
  const page = await openChapter(
    { viewport: { width: 1280, height: 800 }, forcedColors: 'active' },
    async opened => {
      answers = collectAnswers(opened);
    },
  );
  await start(page);
  await ready(page);
  const asked = page.locator('[data-word][aria-current="true"]');
  await expect.poll(() => asked.evaluate(word => getComputedStyle(word).outlineStyle)).toBe('solid');
  await page.keyboard.press(await keyOf(page, answers, false));
  await page.getByText('Correct Solution:').waitFor();
  await ready(page);
  await page.keyboard.press('Enter');
  await ready(page);
  const sign = page.locator('[data-word][data-mark="wrong"]').first();
  const [drawn, ground] = await sign.evaluate(word => [
    getComputedStyle(word, '::after').backgroundColor,
    getComputedStyle(document.body).backgroundColor,
  ]);
  expect(drawn).not.toBe(ground);
  await expect.poll(() => page.locator('[data-hour]').first().isVisible()).toBe(false);
  await page.context().close();
});

test('an ending in an explanation stays on one line with its hyphen', async () => {
  const page = await openChapter({ viewport: { width: 375, height: 740 } }, async opened => {
    // Words of many lengths, so that lines end at any of them.
    const endings = Array.from({ length: 60 }, (_, index) => `${'so '.repeat(index % 7)}*-ante*, not -ing,`);
    await opened.route('**/ch1WordAnswers.json', async route => {
      const reply = await route.fetch();
      const file: Record<string, object> = await reply.json();
      const explained = Object.entries(file).map(([key, data]) => [
        key,
        { ...data, correctExplanation: endings.join(' ') },
      ]);
      await route.fulfill({ response: reply, json: Object.fromEntries(explained) });
    });
  });
  await start(page);
  await ready(page);
  await page.keyboard.press('0');
  const explanation = page.locator(`${card} span[id$="-right"]`);
  await explanation.waitFor();
  const broken = await explanation.evaluate(element => {
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode())
      for (const { 0: ending, index } of (text.textContent ?? '').matchAll(/-[a-z]+/g)) {
        const range = document.createRange();
        range.setStart(text, index);
        range.setEnd(text, index + ending.length);
        const lines = new Set(Array.from(range.getClientRects(), ({ top }) => top));
        if (lines.size > 1) found.push(ending);
      }
    return found;
  });
  expect(broken).toEqual([]);
  await page.context().close();
});

test('the frame after a key shows what the key did, also on a slow machine', async () => {
  const page = await openChapter({ viewport: { width: 375, height: 740 } });
  await start(page);
  await ready(page);
  await page.evaluate(selector => {
    const frames: string[] = [];
    const slow: number[] = [];
    Object.assign(window, { frames, slow });
    const shown = () => {
      const now = document.querySelector<HTMLElement>(selector);
      return `${now?.dataset['card']} ${now?.dataset['question']}`;
    };
    const look = () => frames.push(shown());
    addEventListener('keydown', () => requestAnimationFrame(look), { capture: true });
    new PerformanceObserver(list => {
      for (const entry of list.getEntries()) slow.push(entry.duration);
    }).observe({ type: 'event', durationThreshold: 16, buffered: false } as PerformanceObserverInit);
  }, card);
  const asked = await question(page);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.keyboard.press('0');
  await page.getByText('Correct Solution:').waitFor();
  await ready(page);
  await page.keyboard.press('Enter');
  await ready(page);
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  const { frames, slow } = await page.evaluate(() => {
    const { frames, slow } = window as unknown as Record<'frames' | 'slow', (string | number)[]>;
    return { frames, slow };
  });
  console.log('interactions, ms (the aim is 50 on an idle machine):', slow.join(' '));
  expect(frames).toEqual([`wrong ${asked}`, `asked ${await question(page)}`]);
  await expect.poll(() => question(page)).not.toBe(asked);
  await page.context().close();
});

test('every theme, the type panel and the largest type', async () => {
  const page = await openChapter({ viewport: { width: 375, height: 740 } });
  await start(page);
  await ready(page);
  const asked = await question(page);
  await page.getByRole('button', { name: 'Type, theme and keys' }).click();
  const larger = page.getByRole('button', { name: 'Larger' });
  while ((await larger.getAttribute('aria-disabled')) !== 'true') await larger.click();
  await page.getByRole('radio', { name: 'Plain' }).check();
  await page.getByRole('switch', { name: /Single keys/ }).uncheck();
  await closeDialog(page);
  expect(await question(page), 'the sentence is not lost').toBe(asked);
  await page.keyboard.press('0');
  expect(await page.locator(`${card}[data-card="asked"]`).count(), 'single keys are off').toBe(1);
  for (const theme of ['sepia', 'contrast']) await showTheme(page, theme);
  expect(await faultsShown(page)).toEqual([]);
  await page.reload();
  await page.getByRole('button', { name: 'Start' }).click();
  expect(await page.locator('[data-face="plain"][data-keys="off"]').count(), 'kept on the device').toBe(1);
  await page.context().close();
});
