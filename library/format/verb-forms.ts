import * as english from '../inflect/english.ts';
import { conjugationOf, joined, regularStem } from '../inflect/spanish.ts';
import type { Part } from './entry.ts';
import { nameOf, participle } from './entry.ts';
import type { Lexicon } from './lexicon.ts';
import type { Cell } from './verbs.ts';

/** The cell of the verb table for a word's tense and person, without gender, number and pronouns. */
export function cellOf(parts: readonly Part[], { cellsByEndings }: Lexicon): Cell | undefined {
  const [stem, ...endings] = parts;
  if (stem?.entry.pos !== 'verb') return undefined;
  const names = endings.filter(({ entry }) => entry.pos === 'verb').map(({ entry }) => nameOf(entry));
  return cellsByEndings.get(`${conjugationOf(stem.entry.lemma) ?? ''} ${names.join(' ')}`);
}

/**
 * The form of a verb in a cell: an irregular one from the lexicon, else with the regular endings. A participle is masculine; a
 * reflexive infinitive (quejarse) gives the form without its pronoun.
 */
export function formOf(infinitive: string, cell: Cell, lexicon: Lexicon): string | undefined {
  const plain = infinitive.replace(/se$/, '');
  const known = lexicon.verbs.get(plain)?.forms.get(cell.name);
  if (known !== undefined) return known;
  const conjugation = conjugationOf(infinitive);
  const endings = conjugation && cell.endings[conjugation][0];
  if (!conjugation || !endings) return undefined;
  const written = endings.map(name => spelledIn(name, lexicon)).join('');
  const form = joined(regularStem(plain), accentedBefore(written), conjugation);
  return isParticiple(cell) ? `${form}o` : form;
}

export function isParticiple(cell: Cell): boolean {
  return cell.endings.ar.some(way => way.at(-1)?.endsWith(`:${participle}`));
}

function spelledIn(name: string, { byName }: Lexicon): string {
  return byName.get(name)?.spellings[0] ?? '';
}

/** -aba + mos is written ábamos, -iera + mos iéramos. */
function accentedBefore(ending: string): string {
  return ending.replace(
    /^(i?)([ae])(ba|ra|se)mos$/,
    (_, i: string, vowel: string, end: string) => `${i}${vowel === 'a' ? 'á' : 'é'}${end}mos`,
  );
}

/** 'he {s}' of 'call' → 'he calls'; 'they {base}' of 'be' → 'they are'; 'he was {ing}' of 'seem' → 'he seemed'. */
export function phrased(pattern: string, gloss: string): string {
  const simple = english.isStative(gloss) ? pattern.replace(/(?:was|were) \{ing\}/, '{ed}') : pattern;
  return simple.replace(
    /^(?:(I|we|you|they|he) )?(.*)\{(base|s|ing|ed|en)\}/,
    (_, person: string | undefined, between: string, form: english.VerbForm) => {
      const finite = person !== undefined && person !== 'he' && between === '';
      const agreed = english.verb(
        gloss,
        finite && form === 'base' ? presentOf(gloss) : form,
        subjectOf(person),
      );
      return `${person === undefined ? '' : `${person} `}${between}${agreed}`;
    },
  );
}

/** Only 'be' has special forms: I am, they are. */
function presentOf(gloss: string): english.VerbForm {
  return /^be(?: |$)/.test(gloss) ? 's' : 'base';
}

/** The person with which 'be' agrees after a pronoun. */
export function subjectOf(person: string | undefined): english.Subject {
  if (person === 'I') return 'I';
  return person !== undefined && /^(?:we|you|they)$/.test(person) ? 'they' : 'he';
}
