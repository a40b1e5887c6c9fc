/** Spanish forms of rivals by rule. Undefined if no rule applies; then an editor writes the form. */

const plain: Readonly<Record<string, string>> = { á: 'a', é: 'e', í: 'i', ó: 'o', ú: 'u' };
const accented: Readonly<Record<string, string>> = { a: 'á', e: 'é', i: 'í', o: 'ó', u: 'ú' };

/** árbol → árboles, canción → canciones, joven → jóvenes, luz → luces, lunes → lunes; of several words the first. */
export function plural(word: string): string {
  const [first = '', ...rest] = word.split(' ');
  return [pluralWord(first), ...rest].join(' ');
}

function pluralWord(word: string): string {
  if (/[aeiouáéó]$/.test(word)) return `${word}s`;
  if (word.endsWith('z')) return `${word.slice(0, -1)}ces`;
  if (/[áéíóú][ns]$/.test(word))
    return `${word.slice(0, -2)}${plain[word.at(-2) ?? ''] ?? ''}${word.at(-1)}es`;
  if (/[aeiou]s$/.test(word) && vowels(word) > 1) return word;
  if (/[aeiou]n$/.test(word) && vowels(word) > 1 && !/[áéíóú]/.test(word))
    return `${word.replace(/([aeiou])([^aeiou]*[aeiou]n)$/, (_, vowel: string, end: string) => (accented[vowel] ?? vowel) + end)}es`;
  return `${word}es`;
}

function vowels(word: string): number {
  return word.match(/[aeiouáéíóúü]+/g)?.length ?? 0;
}

/** lento → lenta; 'hablador/habladora' says both; one that does not end in -o stays. */
export function gendered(word: string, gender: 'm' | 'f'): string {
  const [masculine = '', feminine] = word.split('/');
  if (gender === 'm') return masculine;
  return feminine ?? masculine.replace(/^(\S+)o(?= |$)/, '$1a');
}

/** lento → lentamente. */
export function mente(adjective: string): string {
  return `${gendered(adjective, 'f')}mente`;
}

export type Conjugation = 'ar' | 'er' | 'ir';

/** llevarse → ar; undefined if the word is no infinitive. */
export function conjugationOf(infinitive: string | null): Conjugation | undefined {
  const end = /([aeií])r(?:se)?$/.exec(infinitive ?? '')?.[1];
  return end === undefined ? undefined : end === 'a' ? 'ar' : end === 'e' ? 'er' : 'ir';
}

/** llevar → llev. */
export function regularStem(infinitive: string): string {
  return infinitive.replace(/[aeií]r(?:se)?$/, '');
}

/** Spelling keeps the sound before an ending: tocar + é → toqué, coger + o → cojo, alcanzar + é → alcancé. */
export function joined(stem: string, ending: string, conjugation: Conjugation): string {
  const soft = /^[eéií]/.test(ending);
  if (conjugation === 'ar' && soft) {
    if (stem.endsWith('gu')) return `${stem.slice(0, -2)}gü${ending}`;
    if (stem.endsWith('c')) return `${stem.slice(0, -1)}qu${ending}`;
    if (stem.endsWith('g')) return `${stem}u${ending}`;
    if (stem.endsWith('z')) return `${stem.slice(0, -1)}c${ending}`;
  }
  if (conjugation !== 'ar' && !soft) {
    if (stem.endsWith('gu')) return `${stem.slice(0, -1)}${ending}`;
    if (stem.endsWith('g')) return `${stem.slice(0, -1)}j${ending}`;
    if (/[nr]c$/.test(stem)) return `${stem.slice(0, -1)}z${ending}`;
    if (stem.endsWith('c')) return `${stem.slice(0, -1)}zc${ending}`;
  }
  if (conjugation !== 'ar' && /[aeo]$/.test(stem)) {
    if (/^i(?:ó|er|en)/.test(ending)) return `${stem}y${ending.slice(1)}`;
    // The i keeps a syllable of its own: leído, oímos, reír, but oirán.
    if (/^i(?![aeoáéó]|r.)/.test(ending)) return `${stem}í${ending.slice(1)}`;
  }
  return stem + ending;
}

export function unaccented(form: string): string {
  return form.replace(/[áéíóú]/g, vowel => plain[vowel] ?? vowel);
}

/**
 * A form with attached pronouns: mirando + lo → mirándolo, dar + me + lo → dármelo, vino + le → vínole. The stress stays; an
 * existing accent stays too, as in older spelling: llamó + le → llamóle.
 */
export function tied(form: string, pronouns: readonly string[]): string {
  if (pronouns.length === 0) return form;
  const command = /[aei]d$/.test(form) && pronouns[0] === 'os';
  const before = command ? form.slice(0, -1) : form;
  if (/[áéíóú]/.test(before)) return before + pronouns.join('');
  const peaks = syllablePeaks(before);
  const fromEnd = /[aeiouns]$/.test(form) && peaks.length > 1 ? 2 : 1;
  const stressed = peaks[peaks.length - fromEnd];
  const after = fromEnd - 1 + pronouns.reduce((sum, pronoun) => sum + syllablePeaks(pronoun).length, 0);
  const hiatus = (command ? /i$/ : /[aeo]i$/).test(before.slice(0, (stressed ?? 0) + 1));
  if (stressed === undefined || (after < 2 && !hiatus)) return before + pronouns.join('');
  const vowel = before[stressed] ?? '';
  return `${before.slice(0, stressed)}${accented[vowel] ?? vowel}${before.slice(stressed + 1)}${pronouns.join('')}`;
}

/** Where the vowel stands that carries each syllable: a, e and o, or the second of two weak ones; u is mute in que, gui. */
function syllablePeaks(word: string): readonly number[] {
  const peaks: number[] = [];
  for (const { 0: group, index } of word.matchAll(/(?:(?<=[qg])u(?=[eiéí]))?([aeiouáéíóúü]+)/g)) {
    const start = index + group.length - (group.replace(/^u(?=[eiéí])/, '').length || group.length);
    const vowels = word.slice(start, index + group.length);
    const strong = [...vowels.matchAll(/[aeoáéíóú]/g)].map(match => start + match.index);
    peaks.push(...(strong.length > 0 ? strong : [start + vowels.length - 1]));
  }
  return peaks;
}
