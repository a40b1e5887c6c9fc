import { plainest } from '../inflect/english.ts';

/**
 * English function words: articles, pronouns (with the quantifiers that stand for a noun: half, several), prepositions,
 * conjunctions, auxiliaries and the 'not' that goes with them. Other adverbs (never, also, only, already, perhaps) are content
 * words: the rule names those five kinds only, and a learner rules out a 'never' that is always wrong as easily as a noun.
 */
const functionWords = new Set(
  `a an the this that these those my your his her its our their mine yours hers ours theirs whose
i you he she it we they me him us them myself yourself himself herself itself ourselves yourselves themselves one
who whom which what whoever whatever somebody someone something anybody anyone anything nobody nothing none
everybody everyone everything some any no every each all both either neither another other others such
much many more most little less least few fewer enough half several same
of to from in on at by with for about against before after under over above below between among through during
without within into onto upon out off up down near behind beside beyond around along across towards toward until till
since like as than near far inside outside instead because spite according front
and or but nor so yet if whether although though unless while when where how why not
am is are was were be been being have has had having do does did done doing will would shall should can could may
might must let used going s t re ve ll d m what's`.split(/\s+/),
);

/** The content words of an answer in their base form: 'he lifts' and 'lifting' both contain lift. */
export function contentWords(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/\p{L}+(?:-\p{L}+)*/gu) ?? [];
  return new Set(words.filter(word => !functionWords.has(word)).map(plainest));
}
