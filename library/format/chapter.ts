import { cut, keywordOf, linesOf, type Place, type SourceFile, type SourceLine } from './lines.ts';
import type { Findings } from './problems.ts';

/** A wrong answer as an editor writes it: `- text | why it is wrong`. */
export interface SourceOption {
  readonly at: SourceLine;
  readonly text: string;
  readonly explanation: string;
}

/** The lines below a sentence, a word or a clause. The right answer is its translation. */
export interface SourceQuestion {
  /** The line of the sentence, word or clause. */
  readonly at: SourceLine;
  /** The line `+`: why the right answer is right. */
  readonly why: SourceOption | undefined;
  readonly wrong: readonly SourceOption[];
}

interface Writable {
  readonly at: SourceLine;
  why: SourceOption | undefined;
  readonly wrong: SourceOption[];
}

export interface SourceWord extends SourceQuestion {
  /** In the source's notation: `llam-o`, `de:made`. */
  readonly written: string;
  /** The text after '='; '' if the lexicon decides. */
  readonly answer: string;
  readonly modern: string | null;
  /** The word is feminine although its form does not show it, so its rivals are too (for *rosas* *rojas*, not *rojos*). */
  readonly feminine: boolean;
  /** Generated options that are excluded here. */
  readonly without: readonly { readonly at: SourceLine; readonly text: string }[];
}

export interface SourceClause extends SourceQuestion {
  readonly translation: string;
  /** Number of words before it. */
  readonly after: number;
}

export interface SourceSentence extends SourceQuestion {
  readonly newParagraph: boolean;
  readonly section: number;
  readonly fields: ReadonlyMap<SentenceField, { readonly at: SourceLine; readonly value: string }>;
  readonly phrases: readonly {
    readonly at: SourceLine;
    readonly phrase: string;
    readonly explanation: string;
  }[];
  readonly words: readonly SourceWord[];
  readonly clauses: readonly SourceClause[];
}

export type SentenceField = 'text' | 'english' | 'summary';

export interface SourceChapter {
  readonly at: Place;
  readonly number: number;
  readonly part: number;
  readonly sentences: readonly SourceSentence[];
}

type OpenWord = Writable & { -readonly [Key in keyof SourceWord]: SourceWord[Key] } & {
  without: { at: SourceLine; text: string }[];
};

interface OpenSentence extends Writable {
  newParagraph: boolean;
  section: number;
  fields: Map<SentenceField, { at: SourceLine; value: string }>;
  phrases: { at: SourceLine; phrase: string; explanation: string }[];
  words: OpenWord[];
  clauses: (Writable & { translation: string; after: number })[];
}

/** Reads a chapter file; docs/authoring.md describes the format. */
export function readChapter(file: SourceFile, { refuse }: Findings): SourceChapter {
  const head = new Map<string, { at: SourceLine; value: number }>();
  const sentences: OpenSentence[] = [];
  let sentence: OpenSentence | undefined;
  let owner: Writable | undefined;
  let word: OpenWord | undefined;

  for (const line of linesOf(file)) {
    const [keyword, value] = keywordOf(line.text);
    if (keyword === 'section' || (!sentence && (keyword === 'chapter' || keyword === 'part'))) {
      if (!/^[1-9]\d*$/.test(value)) refuse(line, `'${keyword}' needs a number: write '${keyword} 1'`);
      else if (head.has(keyword) && keyword !== 'section') refuse(line, `'${keyword}' stands twice`);
      else head.set(keyword, { at: line, value: Number(value) });
    } else if (keyword === 'sentence') {
      if (value !== '' && value !== 'paragraph')
        refuse(line, `'${value}' is not known after 'sentence': write 'sentence' or 'sentence paragraph'`);
      sentence = {
        at: line,
        why: undefined,
        wrong: [],
        newParagraph: value === 'paragraph',
        section: head.get('section')?.value ?? 1,
        fields: new Map(),
        phrases: [],
        words: [],
        clauses: [],
      };
      sentences.push(sentence);
      [owner, word] = [sentence, undefined];
    } else if (!sentence || !owner) {
      refuse(line, `'${keyword}' stands before the first sentence: begin it with the line 'sentence'`);
    } else if (keyword === 'text' || keyword === 'english' || keyword === 'summary') {
      if (sentence.fields.has(keyword)) refuse(line, `the sentence has two lines '${keyword}': drop one`);
      else sentence.fields.set(keyword, { at: line, value });
    } else if (keyword === 'phrase') {
      const [phrase, explanation = ''] = cut(value, '|');
      sentence.phrases.push({ at: line, phrase, explanation });
    } else if (keyword === 'clause') {
      const translation = value.startsWith('=') ? value.slice(1).trim() : '';
      if (translation === '') refuse(line, "the clause has no translation: write 'clause = its translation'");
      const clause = { at: line, why: undefined, wrong: [], translation, after: sentence.words.length };
      sentence.clauses.push(clause);
      [owner, word] = [clause, undefined];
    } else if (keyword === 'modern' || keyword === 'without') {
      if (!word) refuse(line, `'${keyword}' belongs below a word`);
      else if (value === '') refuse(line, `nothing stands after '${keyword}'`);
      else if (keyword === 'without') word.without.push({ at: line, text: value });
      else if (word.modern !== null) refuse(line, "the word has two lines 'modern': drop one");
      else word.modern = value;
    } else if (line.text === 'feminine') {
      if (!word) refuse(line, "'feminine' belongs below a word");
      else word.feminine = true;
    } else if (keyword === '+') {
      if (owner.why) refuse(line, "there are two lines '+': drop one");
      owner.why = { at: line, text: '', explanation: value };
    } else if (keyword === '-') {
      const [text, explanation = ''] = cut(value, '|');
      owner.wrong.push({ at: line, text, explanation });
    } else {
      const [written, answer = ''] = cut(line.text, ' = ');
      if (/\s/.test(written))
        refuse(
          line,
          `'${keyword}' is not a keyword, and a word has no space: write 'word' or 'word = answer'`,
        );
      word = {
        at: line,
        why: undefined,
        wrong: [],
        written: written.replace(/\s.*$/, ''),
        answer,
        modern: null,
        feminine: false,
        without: [],
      };
      sentence.words.push(word);
      owner = word;
    }
  }

  const at = { file: file.path, line: 1 };
  for (const required of ['chapter', 'part'])
    if (!head.has(required)) refuse(at, `the line '${required} NUMBER' is missing above the first sentence`);
  return {
    at: head.get('chapter')?.at ?? at,
    number: head.get('chapter')?.value ?? 0,
    part: head.get('part')?.value ?? 0,
    sentences,
  };
}

/** The letters of a word in the source's notation: `llam-o:I` → llamo. */
export function spelling(written: string): string {
  return written
    .split('-')
    .map(part => part.split(':')[0])
    .join('');
}
