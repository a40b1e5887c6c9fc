import { type Random, shuffled } from './random.ts';

/** An option on the screen. `stored` is its number in the question data: 0 the right one, 1 to 9 a wrong one. */
export interface ShownOption {
  readonly stored: number;
  readonly text: string;
  readonly explanation: string;
}

/** Right answer plus up to two wrong ones (spec 9). */
export const optionsShown = 3;

/**
 * The options of a question as it is asked (spec 4, Reader): the right one exactly once and up to two distinct wrong
 * ones, shuffled. A wrong option needs both a text and an explanation.
 * @param stored the question's options; number 0 is the right one
 */
export function chooseOptions(
  stored: readonly { readonly text: string; readonly explanation: string }[],
  random: Random,
): readonly ShownOption[] {
  const [right, ...wrong] = stored.map((option, number) => ({
    stored: number,
    text: collapsed(option.text),
    explanation: option.explanation.trim(),
  }));
  if (!right) return [];
  const taken = new Set([comparable(right.text)]);
  const chosen: ShownOption[] = [right];
  for (const option of shuffled(wrong, random)) {
    if (chosen.length === optionsShown) break;
    const text = comparable(option.text);
    if (text === '' || option.explanation === '' || taken.has(text)) continue;
    taken.add(text);
    chosen.push(option);
  }
  return shuffled(chosen, random);
}

/** A stored answer made of three identical comma-separated parts collapses to one (spec 4, Reader). */
export function collapsed(answer: string): string {
  const [first, ...others] = answer.split(',').map(part => part.trim());
  if (first !== undefined && others.length === 2 && others.every(part => part === first)) return first;
  return answer.trim();
}

function comparable(text: string): string {
  return text.trim().toLowerCase();
}
