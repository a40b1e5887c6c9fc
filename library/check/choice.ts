import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Place } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';

/** Number of wrong options that a word has, so that a learner who returns does not see the same two. */
export const wantedWrong = 3;

/**
 * Warns about the options of a word that remain in its chapter.
 * @param english translation of the sentence, which the learner reads with the word's options
 */
export function checkChoice(
  [right, ...wrong]: readonly Option[],
  english: string,
  at: Place,
  { warn }: Findings,
): void {
  if (!right) return;
  if (wrong.length < wantedWrong)
    warn(
      at,
      `'${right.text}' has ${wrong.length} wrong options, as others are used too often in the chapter or there are none: write '- … | …' here up to ${wantedWrong}`,
    );
  const sentence = ` ${spoken(english)} `;
  const answer = spoken(right.text);
  const article = ['a', 'an'].find(one => sentence.includes(` ${one} ${answer} `));
  if (!article) return;
  const excluded = wrong.filter(({ text }) => takesAn(text) !== (article === 'an')).map(({ text }) => text);
  if (excluded.length > 0)
    warn(
      at,
      `the English has '${article} ${right.text}', so a learner rules out '${excluded.join("', '")}' without Spanish: write options that '${article}' fits`,
    );
}

/** Lower case, without punctuation. */
function spoken(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'-]+/gu, ' ')
    .trim();
}

/** Whether English has 'an' before it. The sound decides: 'an hour', but 'a unit' and 'a one-eyed man'. */
function takesAn(text: string): boolean {
  return /^(?:[aeiou]|hour|hono|heir)/i.test(text) && !/^(?:uni(?!n|m)|us[aeu]|eu|ew|one|once)/i.test(text);
}
