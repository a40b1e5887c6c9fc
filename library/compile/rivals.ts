import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Part } from '../format/lexicon.ts';
import { type Lexicon, meaningsOf, type Rival } from '../format/lexicon.ts';
import { cellOf, formOf, phrased } from '../format/verb-forms.ts';
import type { Cell } from '../format/verbs.ts';
import * as english from '../inflect/english.ts';
import * as spanish from '../inflect/spanish.ts';

/** A word that is asked, taken apart. */
export interface Asked {
  readonly parts: readonly Part[];
  readonly answer: string;
  /** Said by the editor of a word that does not show its gender. */
  readonly feminine: boolean;
  readonly lexicon: Lexicon;
}

type Inflected = (gloss: string) => string;

/**
 * How an answer says its stem: 'she calls' says 'call' with -s. Found by trying every meaning in every form, those
 * that the endings call for first.
 */
function saidAs({
  parts,
  answer,
  lexicon,
}: Asked): { readonly found: string; readonly inflected: Inflected } | undefined {
  const [stem] = parts;
  if (!stem) return undefined;
  const meanings = [
    ...(stem.sense.meaning ? meaningsOf(stem.sense.meaning) : []),
    ...meaningsOf(stem.entry.gloss),
  ];
  for (const inflected of formsFor(parts, lexicon))
    for (const meaning of meanings) {
      const found = inflected(meaning);
      if (wordsIn(answer, found)) return { found, inflected };
    }
  return undefined;
}

function formsFor(parts: readonly Part[], lexicon: Lexicon): readonly Inflected[] {
  const [stem, ...endings] = parts;
  const verb =
    (form: english.VerbForm): Inflected =>
    gloss =>
      english.verb(gloss, form);
  if (stem?.entry.pos === 'verb') {
    const wanted =
      cellOf(parts, lexicon)?.english.flatMap(pattern => /\{(\w+)\}/.exec(pattern)?.[1] ?? []) ?? [];
    const forms: readonly english.VerbForm[] = ['base', 's', 'ing', 'ed', 'en'];
    return [...new Set([...(wanted as english.VerbForm[]), ...forms])].map(verb);
  }
  const plural = endings.some(({ entry }) => entry.pos === 'number');
  const asIs: Inflected = gloss => gloss;
  const order = plural ? [english.plural, asIs] : [asIs, english.plural];
  return endings.some(({ entry }) => entry.spellings[0] === 'mente') ? [english.adverb, ...order] : order;
}

/** Whether words stand in a text as whole words. */
export function wordsIn(text: string, words: string): boolean {
  return words !== '' && text.includes(words) && bounded(words).test(text);
}

function bounded(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}'’])${words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\p{L}])`, 'u');
}

/** The wrong options that the lexicon makes for a word: rivals of its stem, then of its endings. */
export function madeByRule(asked: Asked): readonly Option[] {
  const options: Option[] = [];
  const [stem, ...endings] = asked.parts;
  if (!stem) return options;
  const said = saidAs(asked);
  for (const rival of stem.sense.rivals) {
    if (rival.spanish.startsWith('-')) continue;
    const form = rivalForm(rival.spanish, asked);
    if (!form || !said) continue;
    const text = asked.answer.replace(bounded(said.found), () => said.inflected(rival.english));
    options.push({ text: articled(text), explanation: explained(rival, form, isPlural(asked)) });
  }
  if (sameAsGloss(asked))
    options.push(...stem.sense.wrong.map(({ text, explanation }) => ({ text, explanation })));
  // At most one option swaps person, tense or pronoun.
  const tied = endings.flatMap(ending =>
    ending.sense.rivals.flatMap(rival => changedEnding(asked, ending, rival) ?? []),
  );
  const swapped = changedCell(asked) ?? tied[0];
  if (swapped) options.push(swapped);
  const taken = new Set([asked.answer.toLowerCase()]);
  return options
    .filter(({ text }) => !taken.has(text.toLowerCase()) && taken.add(text.toLowerCase()))
    .slice(0, 9);
}

/** Options written out in the lexicon hold for the meaning as it stands there, whatever the endings add. */
function sameAsGloss({ parts: [stem], answer }: Asked): boolean {
  if (!stem) return false;
  return answer === stem.sense.meaning || meaningsOf(stem.entry.gloss).includes(answer);
}

function isPlural({ parts: [stem, ...endings] }: Asked): boolean {
  return stem?.entry.pos === 'noun' && endings.some(({ entry }) => entry.pos === 'number');
}

/** 'a apple' → 'an apple', 'an pear' → 'a pear'. */
function articled(text: string): string {
  return text.replace(/\ba (?=[aeiou])(?!(?:one|uni|use|eu))/g, 'an ').replace(/\ban (?=[^aeiouh])/g, 'a ');
}

function explained({ more }: Rival, form: string, several: boolean): string {
  if (more.includes('{}')) return more.replaceAll('{}', `*${form}*`);
  const lead = `${several ? 'Those' : 'That'} would be *${form}*.`;
  return more === '' ? lead : `${lead} ${more}`;
}

/** A rival in the grammar of the word that is asked; undefined where no rule gives it. */
function rivalForm(
  rival: string,
  { parts: [stem, ...endings], lexicon, parts, feminine }: Asked,
): string | undefined {
  const shown = endings.find(({ entry }) => entry.pos === 'gender')?.entry.spellings[0] === 'a';
  const gender = feminine || shown ? 'f' : 'm';
  const several = endings.some(({ entry }) => entry.pos === 'number');
  const derived = endings.filter(({ entry }) => entry.pos === 'derived');
  const agreed = (word: string) =>
    several ? spanish.plural(spanish.gendered(word, gender)) : spanish.gendered(word, gender);
  if (stem?.entry.pos === 'verb') {
    const cell = cellOf(parts, lexicon);
    if (!cell || !spanish.conjugationOf(rival.split(' ')[0] ?? '')) return undefined;
    const [infinitive = '', ...rest] = rival.split(' ');
    const form = formOf(infinitive, cell, lexicon);
    if (form === undefined) return undefined;
    const inflected = endings.some(({ entry }) => entry.pos === 'gender') ? agreed(form) : form;
    const pronouns = endings.filter(({ entry }) => entry.pos === 'tied').map(({ spelling }) => spelling);
    return [spanish.tied(inflected, pronouns), ...rest].join(' ');
  }
  if (derived.length > 0)
    return derived.length === 1 && derived[0]?.entry.spellings[0] === 'mente'
      ? spanish.mente(rival)
      : undefined;
  if (stem?.entry.pos === 'noun' && !rival.includes('/')) return several ? spanish.plural(rival) : rival;
  return agreed(rival);
}

/** One option that swaps person or tense, chosen by the stem so that tenses mix. */
function changedCell(asked: Asked): Option | undefined {
  const { parts, lexicon, answer } = asked;
  const [stem, ...endings] = parts;
  const cell = cellOf(parts, lexicon);
  const said = saidAs(asked);
  const lemma = stem?.entry.lemma;
  if (!cell || !said || !lemma || endings.some(({ entry }) => entry.pos === 'tied')) return undefined;
  const start = stem.entry.spellings[0]?.length ?? 0;
  for (let turn = 0; turn < cell.near.length; turn++) {
    const other = lexicon.cells.find(({ name }) => name === cell.near[(start + turn) % cell.near.length]);
    const form = other && formOf(lemma, other, lexicon);
    const text = other && inCell(answer, said.found, cell, other, meaningsOf(stem.entry.gloss));
    if (form && text && text !== answer)
      return { text, explanation: `That would be *${form}*.${lead(endings)}` };
  }
  return undefined;
}

function lead(endings: readonly Part[]): string {
  const more = endings.at(-1)?.sense.rivals.find(({ spanish }) => spanish.startsWith('-'))?.more;
  return more ? ` ${more}` : '';
}

const subjects: Readonly<Record<string, readonly string[]>> = {
  he: ['he', 'she', 'it', 'you', 'one'],
  they: ['they', 'you'],
  I: ['I'],
  we: ['we'],
  you: ['you'],
};

/** 'it seems' in 'I now' → 'I seem'. A sentence without a subject keeps its person: another would not be English. */
function inCell(
  answer: string,
  said: string,
  from: Cell,
  to: Cell,
  meanings: readonly string[],
): string | undefined {
  const pattern = to.english[0] ?? '';
  const [subject = '', ...verb] = pattern.split(' ');
  const hasSubject = subjects[subject] !== undefined;
  for (const own of from.english) {
    const [ownSubject = '', ...ownVerb] = own.split(' ');
    const variants = subjects[ownSubject];
    if (!variants) continue;
    for (const meaning of meanings)
      for (const variant of [...variants, '']) {
        const whole = phrased(withSubject(variant, ownVerb), meaning);
        if (!answer.startsWith(whole) || !whole.includes(said)) continue;
        const same = ownSubject === subject;
        if (variant === '' && !same) return undefined;
        const person = same ? variant : subject;
        if (!hasSubject) return undefined;
        return phrased(withSubject(person, verb), meaning) + answer.slice(whole.length);
      }
  }
  return undefined;
}

/** 'you' of respect takes the third person in Spanish, never in English. */
function withSubject(subject: string, verb: readonly string[]): string {
  const pattern = [subject, ...verb].join(' ').trim();
  return subject === 'you' ? pattern.replace('{s}', '{base}') : pattern;
}

/** A rival of an ending that is a pronoun: 'looking at him' and -me → 'looking at me', mirándome. */
function changedEnding({ parts, answer }: Asked, ending: Part, rival: Rival): Option | undefined {
  if (ending.entry.pos !== 'tied' || !rival.spanish.startsWith('-') || rival.english === '') return undefined;
  const said = meaningsOf(ending.entry.gloss).find(meaning => wordsIn(answer, meaning));
  if (said === undefined) return undefined;
  const form = parts
    .map(part => (part === ending ? rival.spanish.slice(1).split(':')[0] : part.spelling))
    .join('')
    .toLocaleLowerCase('es');
  return {
    text: answer.replace(bounded(said), () => rival.english),
    explanation: explained(rival, form, false),
  };
}
