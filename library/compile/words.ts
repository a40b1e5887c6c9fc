import type { Question, WordInstance } from '../../domain/catalogue/catalogue.ts';
import type { IdOf } from '../check/ids.ts';
import type { Findings } from '../check/problems.ts';
import { checkQuestion, longestOption } from '../check/questions.ts';
import type { SourceWord } from '../format/chapter.ts';
import { type Entry, type Lookup, nameOf, neverAsked } from '../format/dictionary.ts';
import type { Token } from '../format/tokenize.ts';
import { optionsOf } from './options.ts';

/** Endings that may follow a stem (spec 3). */
const mostEndings = 3;

interface Ground {
  readonly lookup: Lookup;
  readonly idOf: IdOf;
  readonly used: Set<Entry>;
  readonly found: Findings;
  /** Questions of earlier words of the chapter, by fragments and translation, for `same`. */
  readonly earlier: Map<string, Question['options']>;
}

/** Turns a word of the source and its token in the text into a word instance and, if it is asked, its question. */
export function compileWord(
  word: SourceWord,
  token: Token | undefined,
  { sentenceId, position }: { readonly sentenceId: string; readonly position: number },
  { lookup, idOf, used, found, earlier }: Ground,
): { readonly instance: WordInstance; readonly question: Question | undefined } {
  const parts = word.written.split('-');
  const entries = parts.map((part, index) => lookup(part, index === 0 ? 'stem' : 'ending', word.at));
  for (const entry of entries) if (entry) used.add(entry);
  const text = parts.map(part => part.split(':')[0]).join('');
  if (token && token.text !== text)
    found.refuse(word.at, `the parts spell '${text}', the text has '${token.text}'`);
  if (parts.length - 1 > mostEndings)
    found.refuse(word.at, `'${word.written}' has ${parts.length - 1} endings; ${mostEndings} are allowed`);

  const skipped = neverAsked.find(pos => pos === entries[0]?.pos) ?? null;
  const translation = word.translation || (skipped ? (entries[0]?.gloss ?? '') : '');
  if (translation === '')
    found.refuse(word.at, `'${word.written}' has no translation: write '= …' behind it`);
  if (translation.length > longestOption.word)
    found.refuse(
      word.at,
      `the translation has ${translation.length} characters; ${longestOption.word} are allowed`,
    );
  if (skipped && word.question) found.refuse(word.question.at, `a ${skipped} is never asked`);
  if (!skipped && !word.question) found.refuse(word.at, `'${word.written}' has no question`);

  const id = idOf(word.at);
  const instance: WordInstance = {
    id,
    sentenceId,
    text,
    position,
    leadingPunctuation: token?.leadingPunctuation ?? '',
    trailingPunctuation: token?.trailingPunctuation ?? '',
    translation,
    modernEquivalent: word.modern,
    fragments: entries.map(entry => entry?.at.id ?? ''),
    skipped,
  };
  if (skipped || !word.question) return { instance, question: undefined };

  const likeness = `${entries.map(entry => entry && nameOf(entry)).join(' ')} = ${translation}`;
  const { at, why } = word.question;
  let options = earlier.get(likeness);
  if (why === undefined) {
    if (!options)
      found.refuse(
        at,
        `no earlier word of this chapter is '${word.written} = ${translation}' with a question`,
      );
  } else {
    checkQuestion('word', translation, { ...word.question, why }, found);
    options = optionsOf(translation, word.question);
    earlier.set(likeness, options);
  }
  return {
    instance,
    question: {
      id: idOf(at),
      kind: 'word',
      sentenceId,
      wordInstanceId: id,
      clause: null,
      options: options ?? [],
    },
  };
}
