import type { Part } from '../format/entry.ts';
import { meaningsOf } from '../format/entry.ts';
import type { Lexicon } from '../format/lexicon.ts';
import { cellOf, phrased } from '../format/verb-forms.ts';
import type { Cell } from '../format/verbs.ts';
import * as english from '../inflect/english.ts';

/**
 * A word's meaning from its fragments: 'hueso-s' → bones, 'llam-o' → I call.
 * @param preposition the English of a preceding preposition: after 'without' an infinitive is 'calling'
 */
export function answerOf(parts: readonly Part[], lexicon: Lexicon, preposition?: string): string {
  const [stem, ...endings] = parts;
  if (!stem) return '';
  if (stem.sense.meaning !== undefined && endings.length === 0) return stem.sense.meaning;
  const meaning = meaningsOf(stem.sense.meaning ?? stem.entry.gloss)[0] ?? '';
  const cell = cellOf(parts, lexicon);
  const tied = endings
    .filter(({ entry }) => entry.pos === 'tied')
    .map(({ entry }) => meaningsOf(entry.gloss)[0] ?? '');
  if (stem.entry.pos === 'verb' && endings.length > 0)
    return [cell ? phrased(patternOf(cell, preposition), meaning) : meaning, ...tied].join(' ');
  const several = endings.some(({ entry }) => entry.pos === 'number') && stem.entry.pos === 'noun';
  let answer = several ? english.plural(meaning) : meaning;
  for (const { entry } of endings)
    if (entry.english !== null)
      answer = entry.english === '{ly}' ? english.adverb(answer) : entry.english.replace('{}', answer);
  return answer;
}

/** 'without calling', but 'to call' without a preposition or after one that means 'to'. */
function patternOf({ name, english: [pattern = '{base}'] }: Cell, preposition: string | undefined): string {
  return name === 'to' && preposition !== undefined && !/\bto$/.test(preposition) ? '{ing}' : pattern;
}
