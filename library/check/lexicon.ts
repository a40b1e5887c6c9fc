import type { Sense } from '../format/entry.ts';
import { meaningsOf } from '../format/entry.ts';
import type { Lexicon } from '../format/lexicon.ts';
import type { Findings } from '../format/problems.ts';
import { checkExplanation, checkQuestion } from './questions.ts';

/** Checks the lexicon's entries, including those that no chapter uses yet. */
export function checkLexicon({ entries, words }: Lexicon, found: Findings): void {
  for (const { gloss, senses } of entries)
    for (const sense of senses) checkSense(sense, sense.meaning ?? meaningsOf(gloss)[0] ?? '', found);
  for (const word of words) checkSense(word, word.meaning, found);
}

function checkSense({ why, wrong, rivals }: Sense, meaning: string, found: Findings): void {
  for (const { at, spanish, more } of rivals)
    if (more === '')
      found.refuse(at, `nothing tells '${spanish}' from its word: write it in a short sentence after '|'`);
  if (why && wrong.length >= 2) checkQuestion('word', meaning, { why, wrong }, found);
  else {
    if (why) checkExplanation(why.explanation, why.at, found);
    for (const { at, explanation } of wrong) checkExplanation(explanation, at, found);
  }
}
