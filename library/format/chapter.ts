import type { Findings } from '../check/problems.ts';
import { cut, keywordOf, linesOf, type Place, type SourceFile, type SourceLine } from './lines.ts';

/** The right answer of a question is its owner's translation; `+` says why it is right. */
export interface SourceQuestion {
  /** The `+` or `same` line, which carries the question's id. */
  readonly at: SourceLine;
  /** Undefined: the same question as the nearest earlier word of the same fragments and translation. */
  readonly why: string | undefined;
  readonly wrong: { readonly at: SourceLine; readonly text: string; readonly explanation: string }[];
}

interface Asked {
  readonly at: SourceLine;
  /** As the source writes it: `llam-o:I` of a word, the clause's text of a clause. */
  readonly written: string;
  readonly translation: string;
  question: SourceQuestion | undefined;
}

export interface SourceWord extends Asked {
  modern: string | null;
}

export interface SourceClause extends Asked {
  /** Number of words that stand before it. */
  readonly after: number;
}

export interface SourceSentence {
  readonly at: SourceLine;
  readonly newParagraph: boolean;
  readonly fields: Map<'text' | 'english' | 'summary', { readonly at: SourceLine; readonly value: string }>;
  readonly phrases: { readonly at: SourceLine; readonly phrase: string; readonly explanation: string }[];
  question: SourceQuestion | undefined;
  readonly words: SourceWord[];
  readonly clauses: SourceClause[];
}

export interface SourceChapter {
  readonly at: Place;
  readonly number: number;
  readonly part: number;
  readonly section: number;
  readonly sentences: readonly SourceSentence[];
}

/** Reads a chapter file; library/sources/README.md describes the format. */
export function readChapter(file: SourceFile, { refuse }: Findings): SourceChapter {
  const head = new Map<string, { at: SourceLine; value: number }>();
  const sentences: SourceSentence[] = [];
  let sentence: SourceSentence | undefined;
  let owner: { question: SourceQuestion | undefined } | undefined;

  for (const line of linesOf(file)) {
    const [keyword, value] = keywordOf(line.text);
    if (keyword === 'sentence') {
      if (value !== '' && value !== 'paragraph') refuse(line, `'${value}' is not known behind 'sentence'`);
      const newParagraph = value === 'paragraph';
      sentence = {
        at: line,
        newParagraph,
        fields: new Map(),
        phrases: [],
        question: undefined,
        words: [],
        clauses: [],
      };
      sentences.push(sentence);
      owner = sentence;
    } else if (!sentence) {
      if (!['chapter', 'part', 'section', 'sentences'].includes(keyword))
        refuse(line, `'${keyword}' stands before the first sentence`);
      else if (!/^[1-9]\d*$/.test(value)) refuse(line, `'${keyword}' needs a number`);
      else if (head.has(keyword)) refuse(line, `'${keyword}' stands twice`);
      else head.set(keyword, { at: line, value: Number(value) });
    } else if (keyword === 'text' || keyword === 'english' || keyword === 'summary') {
      if (sentence.fields.has(keyword)) refuse(line, `the sentence has two lines '${keyword}'`);
      else sentence.fields.set(keyword, { at: line, value });
    } else if (keyword === 'phrase') {
      const [phrase, explanation = ''] = cut(value, '|');
      sentence.phrases.push({ at: line, phrase, explanation });
    } else if (keyword === 'word') {
      const word = { ...asked(line, value), modern: null };
      sentence.words.push(word);
      owner = word;
    } else if (keyword === 'clause') {
      const clause = { ...asked(line, value), after: sentence.words.length };
      sentence.clauses.push(clause);
      owner = clause;
    } else if (keyword === 'modern') {
      const word = owner && 'modern' in owner ? (owner as SourceWord) : undefined;
      if (!word) refuse(line, "'modern' belongs below a word");
      else if (word.modern !== null) refuse(line, 'the word has two modern forms');
      else if (value === '') refuse(line, 'the modern form is missing');
      else word.modern = value;
    } else if (keyword === '+' || keyword === 'same') {
      if (owner?.question) refuse(line, `there is a question already; '${keyword}' stands twice`);
      else if (keyword === 'same' && !(owner && 'modern' in owner))
        refuse(line, "'same' belongs below a word");
      else if (owner) owner.question = { at: line, why: keyword === '+' ? value : undefined, wrong: [] };
    } else if (keyword === '-') {
      const [text, explanation = ''] = cut(value, '|');
      if (!owner?.question) refuse(line, "a wrong answer stands before the line '+'");
      else if (owner.question.why === undefined)
        refuse(line, "'same' takes the wrong answers of the earlier word");
      else owner.question.wrong.push({ at: line, text, explanation });
    } else refuse(line, `'${keyword}' is not known here`);
  }

  const at = { file: file.path, line: 1 };
  for (const required of ['chapter', 'part', 'section', 'sentences'])
    if (!head.has(required)) refuse(at, `the line '${required}' with its number is missing`);
  const counted = head.get('sentences');
  if (counted && counted.value !== sentences.length)
    refuse(counted.at, `the chapter has ${sentences.length} sentences, not ${counted.value}`);
  return {
    at: head.get('chapter')?.at ?? at,
    number: head.get('chapter')?.value ?? 0,
    part: head.get('part')?.value ?? 0,
    section: head.get('section')?.value ?? 0,
    sentences,
  };
}

function asked(at: SourceLine, value: string): Asked {
  const [written, translation = ''] = cut(value, ' = ');
  return { at, written, translation, question: undefined };
}
