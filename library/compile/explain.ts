import { sentencesIn } from '../check/questions.ts';
import type { Part } from '../format/entry.ts';

const longest = 200;

/** Counts explanations of an ending: in full twice per book, later only if there is no other explanation. */
export type Given = Map<string, number>;

/** Generates the explanation of the right answer from the stem, then the endings; at most two sentences and 200 characters. */
export function explanationOf([stem, ...endings]: readonly Part[], given: Given): string {
  const own = stem?.sense.why?.explanation ?? '';
  const said = own === '' ? [] : [own];
  for (const { entry, sense } of endings.toReversed()) {
    const sentence = sense.why?.explanation;
    if (sentence === undefined || said.includes(sentence)) continue;
    const key = `${entry.kind} ${sentence}`;
    const times = given.get(key) ?? 0;
    if (times >= 2 && said.length > 0) continue;
    if (sentencesIn([...said, sentence].join(' ')) > 2 || [...said, sentence].join(' ').length > longest)
      continue;
    said.push(sentence);
    given.set(key, times + 1);
  }
  return said.join(' ');
}
