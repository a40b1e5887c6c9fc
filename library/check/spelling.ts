import type { LibraryContent } from '../../domain/catalogue/catalogue.ts';
import { readChapter } from '../format/chapter.ts';
import {
  columns,
  cut,
  keywordOf,
  linesOf,
  type Place,
  type SourceFile,
  type SourceLine,
} from '../format/lines.ts';
import { type Findings, findings } from '../format/problems.ts';
import { tied as tiedForm, unaccented } from '../inflect/spanish.ts';

/** Whether a word is spelled right. */
export interface Dictionaries {
  /** In American spelling. */
  readonly english: (word: string) => boolean;
  readonly spanish: (word: string) => boolean;
}

/**
 * Every written English word and every Spanish word between asterisks must be in a dictionary, in the texts of the books or
 * in a line `known` of the lexicon. The same holds for generated Spanish forms.
 */
export function checkSpelling(
  files: readonly SourceFile[],
  content: LibraryContent,
  dictionaries: Dictionaries,
  found: Findings,
): void {
  const sources = files.filter(({ path }) => path.endsWith('.txt') && !/\/text\//.test(path));
  const known = new Set(
    sources.flatMap(file =>
      linesOf(file).flatMap(({ text }) =>
        /^(?:known|names|latin|roman) /.test(text) ? wordsOf(keywordOf(text)[1]) : [],
      ),
    ),
  );
  for (const { wordInstances } of content.chapters)
    for (const { text, modernEquivalent } of wordInstances)
      for (const word of wordsOf(`${text} ${modernEquivalent ?? ''}`)) known.add(word);
  const english = remembered(word => known.has(word) || dictionaries.english(word));
  const plain = remembered(word => known.has(word) || dictionaries.spanish(word));
  const spanish = remembered(word => plain(word) || isTied(word, plain));

  const written = new Set<string>();
  for (const file of sources)
    for (const line of linesOf(file))
      for (const text of proseOf(line)) {
        for (const word of wordsOf(text.replace(/\*[^*]*\*/g, ' ')))
          if (!english(word))
            found.refuse(
              line,
              `'${word}' is not in the dictionary of American English: correct it, or write 'known ${word}' in the lexicon`,
            );
        for (const form of formsIn(text)) {
          written.add(form);
          for (const word of wordsOf(form))
            if (!spanish(word))
              found.refuse(
                line,
                `'${word}' is not in the Spanish dictionary: correct it, or write 'known ${word}' in the lexicon`,
              );
        }
      }
  for (const [form, { at, answer }] of formsMade(content, files))
    if (!written.has(form))
      for (const word of wordsOf(form))
        if (!spanish(word))
          found.refuse(
            at,
            `the rule makes '${form}' for '${answer}', and '${word}' is no Spanish word: give its verb the form ('verb pensar | he now = piensa'), or write the option out`,
          );
}

/** The prose of a line: English, with Spanish between asterisks. */
function proseOf({ text, file }: SourceLine): readonly string[] {
  const [keyword, value] = keywordOf(text);
  if (
    [
      'known',
      'names',
      'latin',
      'roman',
      'cell',
      'verb',
      'for',
      'text',
      'modern',
      'without',
      'author',
      'source',
      'rights',
    ].includes(keyword)
  )
    return [];
  if (keyword === 'phrase') return [cut(value, '|')[1] ?? ''];
  if (keyword === '+' || keyword === 'summary' || keyword === 'introduction') return [value];
  if (keyword === 'english') return file.includes('/lexicon/') ? [] : [value];
  if (keyword === '-') return columns(value);
  if (keyword === '~') {
    const [rival, more = ''] = cut(value, '|');
    return [cut(rival, '=')[1] ?? '', more];
  }
  if (file.endsWith('/book.txt') || file.endsWith('/language.txt')) return [];
  if (file.includes('/lexicon/') && text.includes('|')) {
    const [, , gloss = '', ...rest] = columns(text);
    return text.startsWith('-') ? [gloss, ...rest] : [gloss, rest[1] ?? ''];
  }
  return [cut(text, '=')[1] ?? ''];
}

/** Spanish words between asterisks, without parts of words (-o, dir-). */
function formsIn(text: string): readonly string[] {
  return [...text.matchAll(/\*([^*]+)\*/g)].map(([, form = '']) => form);
}

/** Forms in the explanations of word questions, with the line of the first word that has them. */
function formsMade(
  { chapters }: LibraryContent,
  files: readonly SourceFile[],
): ReadonlyMap<string, { readonly at: Place; readonly answer: string }> {
  const forms = new Map<string, { at: Place; answer: string }>();
  const sources = files.filter(({ path }) => /\/\d+-[^/]+\.txt$/.test(path));
  for (const [index, { questions, sentences, wordInstances }] of chapters.entries()) {
    const source = readChapter(sources[index] ?? { path: '', text: '' }, findings());
    const lines = new Map(
      wordInstances.map(({ id, sentenceId, position }) => {
        const at = sentences.findIndex(sentence => sentence.id === sentenceId);
        return [id, source.sentences[at]?.words[position - 1]?.at ?? source.at];
      }),
    );
    for (const { options, wordInstanceId } of questions)
      for (const form of options.flatMap(({ explanation }) => formsIn(explanation)))
        if (!forms.has(form))
          forms.set(form, {
            at: lines.get(wordInstanceId ?? '') ?? source.at,
            answer: options[0]?.text ?? '',
          });
  }
  return forms;
}

/** Whether a word is a verb's form with pronouns tied to it, accented as it must be: díjole, prestársele. */
function isTied(word: string, known: (word: string) => boolean): boolean {
  const tied = /^(.{2,}?)((?:me|te|se|nos|os)?(?:l[oae]s?|me|te|se|nos|os))$/.exec(word.toLowerCase());
  const [, form = '', pronouns = ''] = tied ?? [];
  if (!tied) return false;
  const [, ...parts] = /^(me|te|se|nos|os)?(.+)$/.exec(pronouns)?.map(part => part ?? '') ?? [];
  const bases = new Set([form, unaccented(form)]);
  return [...bases].some(
    base =>
      known(base) &&
      tiedForm(
        base,
        parts.filter(part => part !== ''),
      ) === word.toLowerCase(),
  );
}

function wordsOf(text: string): readonly string[] {
  return [...text.matchAll(/(?<![\p{L}-])\p{L}+(?:['’]\p{L}+)*'?(?![\p{L}-]|…)/gu)]
    .map(([word]) => word.replaceAll('’', "'").replace(/'(?:s)?$/, ''))
    .filter(word => word.length > 1);
}

function remembered(ask: (word: string) => boolean): (word: string) => boolean {
  const answers = new Map<string, boolean>();
  return word => {
    const before = answers.get(word);
    if (before !== undefined) return before;
    const answer = ask(word) || ask(word.toLowerCase());
    answers.set(word, answer);
    return answer;
  };
}
