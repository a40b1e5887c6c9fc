import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { typographic } from '../web/shared/typographic.ts';

/** The right answer's words, as they are shown, by question id, as the chapter's question files come in. */
export type Answers = ReadonlyMap<string, string>;

/** Reads along from now on. */
export function collectAnswers(page: Page): Answers {
  const answers = new Map<string, string>();
  page.on('response', async response => {
    if (!/(Word|Clause)Answers\.json$/.test(response.url()) || !response.ok()) return;
    // A reply cannot be read any more once its page is left; what is asked afterwards comes again.
    const file: Record<string, { _id: string; correctAnswer?: string }> = await response
      .json()
      .catch(() => ({}));
    for (const { _id, correctAnswer } of Object.values(file))
      if (correctAnswer) answers.set(_id, typographic(correctAnswer));
  });
  return answers;
}

/** The key of an option of the question that is asked: of the right one, or of the first that is wrong. */
export async function keyOf(page: Page, answers: Answers, right: boolean): Promise<string> {
  const card = page.locator(':not([inert]) > section[data-card="asked"]');
  const question = (await card.getAttribute('data-question')) ?? '';
  // The card may stand before the reply was read here.
  await expect.poll(() => answers.has(question)).toBe(true);
  const solution = answers.get(question);
  const options = await card.locator('ol button').evaluateAll(buttons =>
    // Without the key that is drawn on it.
    buttons.map(button => button.querySelector('kbd + span')?.textContent?.trim() ?? ''),
  );
  const index = options.findIndex(option => (option === solution) === right);
  if (solution === undefined || index < 0) throw new Error(`no such option: ${options} (${solution})`);
  return String(index + 1);
}
