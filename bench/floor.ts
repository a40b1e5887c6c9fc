import type { Page } from 'playwright-core';
import { stopwatchOn } from './interaction.ts';

/** One button, whose key or tap changes one text, and a native menu. */
const least = `<!doctype html><meta name="viewport" content="width=device-width"><button>0</button>
  <select>${'<option>One of six</option>'.repeat(6)}</select><script>
  const [text] = document.querySelector('button').childNodes;
  for (const type of ['keydown', 'click']) addEventListener(type, () => { text.data = Number(text.data) + 1; });
</script>`;

/**
 * Prints the least that an interaction takes in this browser at this speed. A native menu is drawn on the page's main thread here;
 * a phone draws it elsewhere.
 * @param page on which interactions are observed
 * @returns milliseconds to the next paint after a key
 */
export async function measureFloor(page: Page, url: string, rounds: number): Promise<number> {
  await page.route('**/least', route => route.fulfill({ contentType: 'text/html', body: least }));
  await page.goto(`${url}/least`);
  const floor = await stopwatchOn(page);
  const menu = page.locator('select');
  const hasTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  for (let round = 0; round < rounds; round++) {
    await floor.measure('floor', () => page.keyboard.press('0'));
    await floor.measure('floor, by a click', () => page.locator('button').click());
    if (hasTouch) await floor.measure('floor, by a tap', () => page.locator('button').tap());
    await floor.measure(
      'floor, a native menu',
      () => menu.click(),
      () => page.waitForTimeout(500),
    );
    await page.keyboard.press('Escape');
  }
  const toPaint = floor.medianOf('floor');
  floor.print(toPaint);
  return toPaint;
}
