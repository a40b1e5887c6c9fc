import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { SourceQuestion } from '../format/chapter.ts';

/** The options as stored: the owner's translation is the right one, number 0. */
export function optionsOf(right: string, { why = '', wrong }: SourceQuestion): readonly Option[] {
  return [
    { text: right, explanation: why },
    ...wrong.map(({ text, explanation }) => ({ text, explanation })),
  ];
}
