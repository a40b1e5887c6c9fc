import * as english from '../inflect/english.ts';
import { type Conjugation, conjugationOf, joined, regularStem } from '../inflect/spanish.ts';
import type { Lexicon, Part } from './lexicon.ts';
import { nameOf } from './lexicon.ts';
import type { Cell } from './verbs.ts';

/** The cell of the verbs' table that a word's tense and person make, without its gender, number and pronouns. */
export function cellOf(parts: readonly Part[], { cells }: Lexicon): Cell | undefined {
  const [stem, ...endings] = parts;
  if (stem?.entry.pos !== 'verb') return undefined;
  const names = endings.filter(({ entry }) => entry.pos === 'verb').map(({ entry }) => nameOf(entry));
  const conjugation = conjugationOf(stem.entry.lemma);
  const ways = (cell: Cell) =>
    conjugation ? cell.endings[conjugation] : (['ar', 'er', 'ir'] as const).flatMap(key => cell.endings[key]);
  return cells.find(cell => ways(cell).some(way => way.join(' ') === names.join(' ')));
}

/** The form of any verb in a cell: an irregular one as the lexicon has it, else by the regular endings. */
export function formOf(infinitive: string, cell: Cell, lexicon: Lexicon): string | undefined {
  const known = lexicon.verbs.get(infinitive)?.forms.get(cell.name);
  if (known !== undefined) return known;
  const conjugation = conjugationOf(infinitive);
  const endings = conjugation && cell.endings[conjugation][0];
  if (!conjugation || !endings) return undefined;
  const written = endings.map(name => spelledIn(name, lexicon)).join('');
  return joined(regularStem(infinitive), accentedBefore(written), conjugation as Conjugation);
}

function spelledIn(name: string, { entries }: Lexicon): string {
  return entries.find(entry => nameOf(entry) === name)?.spellings[0] ?? '';
}

/** -aba + mos is written ábamos, -iera + mos iéramos. */
function accentedBefore(ending: string): string {
  return ending.replace(
    /^(i?)([ae])(ba|ra|se)mos$/,
    (_, i: string, vowel: string, end: string) => `${i}${vowel === 'a' ? 'á' : 'é'}${end}mos`,
  );
}

/** 'he {s}' of 'call' → 'he calls'. */
export function phrased(pattern: string, gloss: string): string {
  return pattern
    .replace(/\{(base|s|ing|ed|en)\}/, (_, form: english.VerbForm) => english.verb(gloss, form))
    .replace(/\bI be\b/, 'I am')
    .replace(/\bto am\b/, 'to be')
    .replace(/\b(we|they|you) be\b/, '$1 are')
    .replace(/\b(I|he) was\b/, '$1 was')
    .replace(/\b(we|they|you) was\b/, '$1 were');
}
