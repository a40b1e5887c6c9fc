import type { Option } from '../catalogue/catalogue.ts';

/**
 * The options in question data of spec 3: the right answer first, then up to nine wrong ones under either field name. An
 * empty option keeps its number, because answers refer to options by number.
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
