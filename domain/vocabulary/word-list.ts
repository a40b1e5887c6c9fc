/** Reads lists of known words: which dictionary forms a cell may mean. */

const ARTICLE = /^(?:el|la|los|las|lo|un|una|unos|unas)\s+(?=\S)/;
const REFLEXIVE = /(?<=[aeií]r)se$/;
/** Punctuation around a word. */
const OUTSIDE = /^[^\p{L}\p{N}-]+|[^\p{L}\p{N}]+$/gu;

/** Only this many characters of a cell are read: the patterns take quadratic time. */
const LONGEST = 300;

/**
 * The first non-empty line of a cell, without Anki's markup and HTML tags.
 */
export function cellText(cell: string): string {
  const text = cell
    .slice(0, LONGEST)
    .replaceAll(/\[sound:[^\]]*\]/g, '')
    .replaceAll(/\{\{c\d+::((?:(?!::|\}\}).)*)(?:::[^}]*)?\}\}/g, '$1')
    .replaceAll(/<(?:br|\/?div|\/?p|\/?li)\b[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&(nbsp|amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name] ?? ' ');
  const lines = text.split('\n').map(line => line.replaceAll(/\s+/g, ' ').trim());
  return lines.find(line => line !== '') ?? '';
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/**
 * The words that a cell may mean, in lower case, in groups, most likely first. The first group with a word of the lexicon
 * counts. First the whole cell, then its parts (`gato / gata`, `pequeño, -a`, `ir (irse)`).
 */
export function formsOf(cell: string): readonly (readonly string[])[] {
  const text = cellText(cell).normalize('NFC').toLowerCase();
  const parts = text.split(/[,;/|()]/).filter(part => !/^\s*-/.test(part));
  const whole = wordOf(text);
  const words = [...new Set(parts.map(wordOf))].filter(word => word.length > 1 || word === whole);
  const groups = [[whole], words, words.map(word => word.replace(REFLEXIVE, ''))];
  return groups.map(group => group.filter(word => word !== '')).filter(group => group.length > 0);
}

function wordOf(text: string): string {
  return text.replaceAll(OUTSIDE, '').replace(ARTICLE, '');
}

/** In lower case and without accents. */
export function folded(text: string): string {
  return text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '').normalize('NFC');
}
