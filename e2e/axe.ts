import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The rules whose outcome depends on colours: all that another theme can change. */
export const rulesOfColour = ['color-contrast', 'link-in-text-block'] as const;

/**
 * The serious and critical findings of axe on the current page: a line each.
 * @param rules all but experimental ones when absent
 */
export async function accessibilityFaults(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  // An element that is fading in does not have its final contrast yet.
  await page.evaluate(() =>
    Promise.all(
      document
        .getAnimations()
        .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
        .map(({ finished }) => finished.catch(() => {})),
    ),
  );
  // A page has it until it is left.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const violations = await page.evaluate(
    async (options): Promise<AxeResults['violations']> => {
      const { axe } = window as unknown as {
        axe: { run: (context: Document, options: RunOptions) => Promise<AxeResults> };
      };
      return (await axe.run(document, options)).violations;
    },
    // What passed is not needed: this takes a third of the time.
    { resultTypes: ['violations'], ...(rules && { runOnly: [...rules] }) } satisfies RunOptions,
  );
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
}
