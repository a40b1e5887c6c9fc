import type { Option } from '../catalogue/catalogue.ts';

/**
 * Reads the options out of question data as spec 3 writes it: the right answer first, then up to nine wrong ones under
 * either of their names. An empty place keeps its number, so that a chosen option names the stored one.
 */
export function optionsFrom(data: Readonly<Record<string, unknown>>): readonly Option[] {
  const text = (field: string) => (typeof data[field] === 'string' ? data[field] : '');
  const options: Option[] = [{ text: text('correctAnswer'), explanation: text('correctExplanation') }];
  for (let number = 1; number <= 9; number++)
    options.push({
      text: text(`incorrectAnswer${number}`) || text(`incorrectTranslation${number}`),
      explanation: text(`incorrectExplanation${number}`),
    });
  return options;
}
