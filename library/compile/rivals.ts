import type { Option } from '../../domain/catalogue/catalogue.ts';
import type { Part } from '../format/entry.ts';
import { meaningsOf, type Rival } from '../format/entry.ts';
import type { Lexicon } from '../format/lexicon.ts';
import { cellOf, formOf, isParticiple, phrased, subjectOf } from '../format/verb-forms.ts';
import type { Cell } from '../format/verbs.ts';
import * as english from '../inflect/english.ts';
import * as spanish from '../inflect/spanish.ts';

/** An asked word with its parts. */
export interface Asked {
  readonly parts: readonly Part[];
  readonly answer: string;
  /** Set by the editor for a word that does not show its gender. */
  readonly feminine: boolean;
  readonly lexicon: Lexicon;
}

/** The English of a stem in an answer: a meaning of the gloss in a form. */
type Inflected = (gloss: string) => string;

/**
 * Finds the form of the stem's English in an answer: 'she calls' has 'call' with -s. It tries every meaning in every form,
 * first the forms that the endings suggest.
 */
function saidAs(asked: Asked): { readonly found: string; readonly inflected: Inflected } | undefined {
  const { parts, answer } = asked;
  const [stem] = parts;
  if (!stem) return undefined;
  const meanings = [
    ...(stem.sense.meaning ? meaningsOf(stem.sense.meaning) : []),
    ...meaningsOf(stem.entry.gloss),
  ];
  for (const inflected of formsFor(asked))
    for (const meaning of meanings) {
      const found = inflected(meaning);
      if (!wordsIn(answer, found)) continue;
      // 'put' may be any form; the preceding words decide.
      const fits = stem.entry.pos === 'verb' ? formsAfter(answer, found) : [];
      const better = fits.map(form => verbIn(form, asked)).find(other => other(meaning) === found);
      return { found, inflected: better ?? inflected };
    }
  return undefined;
}

function formsFor(asked: Asked): readonly Inflected[] {
  const { parts, lexicon } = asked;
  const [stem, ...endings] = parts;
  if (stem?.entry.pos === 'verb') {
    const wanted =
      cellOf(parts, lexicon)?.english.flatMap(pattern => /\{(\w+)\}/.exec(pattern)?.[1] ?? []) ?? [];
    const forms: readonly english.VerbForm[] = ['base', 's', 'ing', 'ed', 'en'];
    return [...new Set([...(wanted as english.VerbForm[]), ...forms])].map(form => verbIn(form, asked));
  }
  const plural = endings.some(({ entry }) => entry.pos === 'number');
  const asIs: Inflected = gloss => gloss;
  const order = plural ? [english.plural, asIs] : [asIs, english.plural];
  return endings.some(({ entry }) => entry.spellings[0] === 'mente') ? [english.adverb, ...order] : order;
}

/** A form that agrees with the subject of the answer, else of the ending: 'be' of 'they had' is 'they were'. */
function verbIn(form: english.VerbForm, { parts, answer, lexicon }: Asked): Inflected {
  const named = /^(I|we|you|they|he|she|it|one)\b/.exec(answer)?.[1];
  const person = named ?? cellOf(parts, lexicon)?.english[0]?.split(' ')[0];
  return gloss => english.verb(gloss, form, subjectOf(person));
}

/** Forms that can follow the preceding words: after 'might' the base, after 'has' the participle. */
function formsAfter(answer: string, found: string): readonly english.VerbForm[] {
  const before = answer.slice(0, Math.max(0, placeOf(found, answer)));
  const last = /([\p{L}']+)(?: (?:not|never|also|all|ever))*\s*$/u.exec(before)?.[1]?.toLowerCase() ?? '';
  if (/^(?:to|may|might|can|could|shall|should|will|would|must|do|does|did|let|us)$/.test(last))
    return ['base'];
  if (/^(?:have|has|had|having)$/.test(last)) return ['en'];
  return /^(?:be|am|is|are|was|were|been|being|get|gets|got)$/.test(last) ? ['en', 'ing'] : [];
}

/** Whether a text contains the words as whole words. */
export function wordsIn(text: string, words: string): boolean {
  return words !== '' && placeOf(words, text) !== -1;
}

/** Index of the words as whole words in a text; -1 without. */
function placeOf(words: string, text: string): number {
  let at = text.indexOf(words);
  while (
    at !== -1 &&
    (/[\p{L}'’]$/u.test(text.slice(0, at)) || /^\p{L}/u.test(text.slice(at + words.length)))
  )
    at = text.indexOf(words, at + 1);
  return at;
}

/** The wrong options generated for a word: rivals of its stem, then of its endings. */
export function madeByRule(asked: Asked): readonly Option[] {
  const options: Option[] = [];
  const [stem, ...endings] = asked.parts;
  if (!stem) return options;
  const said = saidAs(asked);
  for (const rival of stem.sense.rivals) {
    if (rival.spanish.startsWith('-')) continue;
    const form = rivalForm(rival.spanish, asked);
    if (!form || !said) continue;
    const text = lasting(governed(asked, said.found, said.inflected(rival.english), rival), rival.english);
    options.push({ text: articled(text), explanation: explained(rival, form, isPlural(asked)) });
  }
  if (sameAsGloss(asked))
    options.push(
      ...stem.sense.wrong.map(({ text, explanation }) => ({
        text,
        explanation: agreeing(explanation, asked),
      })),
    );
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

/** 'he was owing' → 'he owed'. */
function lasting(text: string, meaning: string): string {
  if (!english.isStative(meaning)) return text;
  const [ing, ed] = [english.verb(meaning, 'ing'), english.verb(meaning, 'ed')];
  return text.replace(new RegExp(`\\b(?:was|were) ${ing}\\b`), ed);
}

/**
 * The answer with a rival instead of its stem. Words that belong to the stem's English only are removed too: the 'at' of
 * 'looking at him' (mirar), and the 'himself' of a rival that is reflexive in Spanish only.
 */
function governed(
  { parts, answer }: Asked,
  found: string,
  said: string,
  { spanish: lemma, english: meaning }: Rival,
): string {
  const at = Math.max(0, placeOf(found, answer));
  let rest = answer.slice(at + found.length);
  const object = parts.some(({ entry }) => entry.pos === 'tied');
  if (object && /^ (?:at|for) /.test(rest)) rest = rest.replace(/^ (?:at|for)/, '');
  else if (/ (?:to|of|for|at|on|with)$/.test(meaning))
    rest = rest.replace(/^ (?:to|of|for|at|on|with)(?= )/, '');
  if (isReflexive(lemma)) rest = rest.replace(/^ \p{L}+sel(?:f|ves)\b/u, '');
  return answer.slice(0, at) + said + rest;
}

/** acercarse is, acercar is not. */
function isReflexive(lemma: string): boolean {
  return /^\S+[aeií]rse(?: |$)/.test(lemma);
}

/** 'That would be *otro*.' beside *misma* → *otra*, and *dicho* beside *hechas* → *dichas*. */
function agreeing(explanation: string, asked: Asked): string {
  const [stem, ...endings] = asked.parts;
  const participle = stem?.entry.pos === 'verb' && endings.some(({ entry }) => entry.pos === 'gender');
  if (stem?.entry.pos !== 'adjective' && !participle) return explanation;
  const [lead = '', more = ''] = explanation.split(/(?<=\.)(?= )/, 2);
  if (!/^(?:That|Those) would be \*/.test(lead)) return explanation;
  const agreed = lead.replace(/\*(\p{L}+)\*/gu, (whole, form: string) =>
    /o$|^est[ea]$/.test(form) && !['algo', 'solo', 'menos'].includes(form)
      ? `*${agreement(asked)(form === 'este' ? 'este/esta' : form)}*`
      : whole,
  );
  return agreed + more;
}

/** Options written in the lexicon are for the plain meaning; endings do not change them. */
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
  if (more === '') return lead;
  return `${lead} ${several ? more : more.replace(againNamed(form), 'It')}`;
}

/** The form at the head of a remark, where the sentence before has just named it: "*Doble* is two times". */
function againNamed(form: string): RegExp {
  return new RegExp(`^\\*${form}\\*(?= [a-z]+s\\b)`, 'i');
}

/** Inflects an adjective or participle to the gender and number of the asked word. */
function agreement({ parts: [, ...endings], feminine }: Asked): (word: string) => string {
  const shown = endings.find(({ entry }) => entry.pos === 'gender')?.entry.spellings[0] === 'a';
  const several = endings.some(({ entry }) => entry.pos === 'number');
  return word => {
    const one = spanish.gendered(word, feminine || shown ? 'f' : 'm');
    return several ? (one === 'este' ? 'estos' : spanish.plural(one)) : one;
  };
}

/** A rival inflected like the asked word; undefined if no rule applies. */
function rivalForm(rival: string, asked: Asked): string | undefined {
  const [stem, ...endings] = asked.parts;
  const several = endings.some(({ entry }) => entry.pos === 'number');
  const derived = endings.filter(({ entry }) => entry.pos === 'derived');
  if (stem?.entry.pos === 'verb') return rivalVerb(rival, asked);
  if (derived.length > 0)
    return derived.length === 1 && derived[0]?.entry.spellings[0] === 'mente'
      ? spanish.mente(rival)
      : undefined;
  if (stem?.entry.pos === 'noun' && !rival.includes('/')) return several ? spanish.plural(rival) : rival;
  return agreement(asked)(rival);
}

/** 'quejarse' beside *dormía* → se quejaba, beside *dormirme* → quejarme. */
function rivalVerb(rival: string, asked: Asked): string | undefined {
  const { parts, lexicon } = asked;
  const [infinitive = '', ...rest] = rival.split(' ');
  const cell = cellOf(parts, lexicon);
  if (!cell || !spanish.conjugationOf(infinitive)) return undefined;
  const form = formOf(infinitive, cell, lexicon);
  if (form === undefined) return undefined;
  if (isParticiple(cell)) {
    const shown = parts.some(({ entry }) => entry.pos === 'gender');
    return [shown ? agreement(asked)(form) : form, ...rest].join(' ');
  }
  const pronouns = parts.filter(({ entry }) => entry.pos === 'tied').map(({ spelling }) => spelling);
  if (!isReflexive(infinitive) || pronouns.some(pronoun => reflexives.includes(pronoun)))
    return [spanish.tied(form, pronouns), ...rest].join(' ');
  // 'complain him' is impossible.
  if (pronouns.length > 0) return undefined;
  const own = reflexiveOf(asked.answer, cell);
  const tied = ['-ing', 'to', 'do'].includes(cell.name);
  return [tied ? spanish.tied(form, [own]) : `${own} ${form}`, ...rest].join(' ');
}

const reflexives = ['me', 'te', 'se', 'nos', 'os'];

/** The reflexive pronoun of the person; for forms of both I and he the answer decides. */
function reflexiveOf(answer: string, { name, english: [pattern = ''] }: Cell): string {
  if (name === 'do' || name.startsWith('you all')) return 'os';
  const person = /^I\b/.test(answer) ? 'I' : pattern.split(' ')[0];
  return { I: 'me', you: 'te', we: 'nos' }[person ?? ''] ?? 'se';
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
      return { text, explanation: `That would be *${form}*.${swapped(asked, cell, other)}` };
  }
  return undefined;
}

/** What tells the cell that is asked from the other; the word chooses among several remarks, so that neighbors differ. */
function swapped({ parts, lexicon }: Asked, from: Cell, to: Cell): string {
  const word = parts
    .map(({ spelling }) => spelling)
    .join('')
    .toLocaleLowerCase('es');
  const remarks = lexicon.swaps.find(swap => swap.from === from.name && swap.to === to.name)?.remarks ?? [];
  const turn = [...word].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0);
  const remark = remarks[turn % remarks.length];
  return remark === undefined ? '' : ` ${remark.replaceAll('{}', `*${word}*`)}`;
}

const subjects: Readonly<Record<string, readonly string[]>> = {
  he: ['he', 'she', 'it', 'you', 'one'],
  they: ['they', 'you'],
  I: ['I'],
  we: ['we'],
  you: ['you'],
};

/** 'it seems' in 'I now' → 'I seem'. An answer without a subject keeps its person, to remain English. */
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
  const at = placeOf(said, answer);
  const form = parts
    .map(part => (part === ending ? rival.spanish.slice(1).split(':')[0] : part.spelling))
    .join('')
    .toLocaleLowerCase('es');
  return {
    text: answer.slice(0, at) + rival.english + answer.slice(at + said.length),
    explanation: explained(rival, form, false),
  };
}
