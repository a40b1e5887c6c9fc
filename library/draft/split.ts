import { spelling } from '../format/chapter.ts';
import { type Entry, nameOf, roles } from '../format/entry.ts';
import type { Lexicon } from '../format/lexicon.ts';

const mostEndings = 3;

/** Ways to split a word with the lexicon, most likely first; none if the stem is unknown. */
export function splitter({ entries, words }: Lexicon): (word: string) => readonly string[] {
  const stems = spelled(entries.filter(({ kind }) => kind === 'stem'));
  const endings = spelled(entries.filter(({ kind }) => kind === 'ending'));
  const whole = Map.groupBy(words, ({ written }) => spelling(written).toLocaleLowerCase('es'));
  return word => {
    const lower = word.toLocaleLowerCase('es');
    const found: { readonly parts: readonly Entry[]; readonly sizes: readonly number[] }[] = [];
    for (let end = word.length; end > 0; end--)
      for (const stem of stems.get(lower.slice(0, end)) ?? [])
        for (const rest of tails(lower.slice(end), [stem], endings, mostEndings))
          found.push({ parts: rest.parts, sizes: [end, ...rest.sizes] });
    const ways = found
      .sort((a, b) => a.parts.length - b.parts.length)
      .map(({ parts, sizes }) => writtenOf(word, parts, sizes));
    const known = (whole.get(lower) ?? []).map(({ written }) => cased(word, written));
    return [...new Set([...known, ...ways])];
  };
}

function spelled(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const pairs = entries.flatMap(entry => [...new Set(entry.spellings)].map(text => ({ text, entry })));
  return new Map(
    [...Map.groupBy(pairs, ({ text }) => text.toLocaleLowerCase('es'))].map(([text, group]) => [
      text,
      group.map(({ entry }) => entry),
    ]),
  );
}

const inflected: readonly string[] = ['noun', 'adjective', 'pronoun', 'article', 'numeral', 'preposition'];
const afterNoun: readonly string[] = ['number', 'gender', 'derived'];
const afterVerb: readonly string[] = ['verb', 'tied'];

function* tails(
  rest: string,
  before: readonly Entry[],
  endings: ReadonlyMap<string, readonly Entry[]>,
  left: number,
): Generator<{ readonly parts: readonly Entry[]; readonly sizes: readonly number[] }> {
  if (rest === '') {
    yield { parts: before, sizes: [] };
    return;
  }
  if (left === 0) return;
  for (let end = rest.length; end > 0; end--)
    for (const ending of endings.get(rest.slice(0, end)) ?? []) {
      if (!mayFollow(ending, before)) continue;
      for (const tail of tails(rest.slice(end), [...before, ending], endings, left - 1))
        yield { parts: tail.parts, sizes: [end, ...tail.sizes] };
    }
}

function mayFollow(ending: Entry, before: readonly Entry[]): boolean {
  const [stem] = before;
  const last = before.at(-1);
  if (stem?.pos === 'verb') {
    const participle = before.length > 1 && last?.tag === 'done';
    if (participle || last?.pos === 'gender') return ending.pos === 'gender' || ending.pos === 'number';
    return afterVerb.includes(ending.pos) && !(last?.pos === 'tied' && ending.pos === 'verb');
  }
  if (stem === undefined || !inflected.includes(stem.pos) || last?.pos === 'number') return false;
  if (last?.pos === 'gender') return ending.pos === 'number' || ending.spellings[0] === 'mente';
  return afterNoun.includes(ending.pos) && (roles as readonly string[]).includes(ending.pos);
}

/** Parts in the source's notation; if a spelling has several senses, all of them for the editor to choose from. */
function writtenOf(word: string, parts: readonly Entry[], sizes: readonly number[]): string {
  let at = 0;
  return parts
    .map((entry, index) => {
      const text = word.slice(at, at + (sizes[index] ?? 0));
      at += sizes[index] ?? 0;
      const senses = index === 0 ? entry.senses.flatMap(({ name }) => name ?? []) : [];
      if (senses.length > 1) return `${text}:${senses.join('|')}`;
      return entry.tag === undefined ? text : `${text}:${nameOf(entry).split(':')[1]}`;
    })
    .join('-');
}

function cased(word: string, written: string): string {
  const capital = word[0] !== word[0]?.toLocaleLowerCase('es');
  return capital ? written.charAt(0).toLocaleUpperCase('es') + written.slice(1) : written;
}
