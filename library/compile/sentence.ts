import type {
  PhraseExplanation,
  Question,
  Sentence,
  WordInstance,
} from '../../domain/catalogue/catalogue.ts';
import { checkExplanation, checkQuestion } from '../check/questions.ts';
import type { SourceSentence } from '../format/chapter.ts';
import type { Findings } from '../format/problems.ts';
import { tokenize } from '../format/tokenize.ts';
import type { SentenceIds } from '../ids/file.ts';
import { compileClauses } from './clauses.ts';
import type { Ground } from './ground.ts';
import { type CompiledWord, compileWord } from './words.ts';

const mostPhrases = 4;
const longestSummary = 300;
/** 'About 35 words', with room for a unit that cannot be split. */
const longestUnit = 40;

export interface CompiledSentence {
  readonly sentence: Sentence;
  readonly wordInstances: readonly WordInstance[];
  readonly questions: readonly Question[];
  readonly phrases: readonly PhraseExplanation[];
  readonly summary: string;
}

export function compileSentence(
  source: SourceSentence,
  ids: SentenceIds | undefined,
  place: Pick<Sentence, 'bookId' | 'chapterTitle' | 'part' | 'chapter' | 'section' | 'position'>,
  ground: Ground,
): CompiledSentence {
  const { found } = ground;
  const id = ids?.id ?? '';
  const [text, translation, summary] = (['text', 'english', 'summary'] as const).map(name => {
    const value = source.fields.get(name)?.value ?? '';
    if (value === '')
      found.refuse(
        source.fields.get(name)?.at ?? source.at,
        `the sentence has no ${name}: write '${name} …'`,
      );
    return value;
  }) as [string, string, string];
  if (summary.length > longestSummary)
    found.refuse(
      source.fields.get('summary')?.at ?? source.at,
      `the summary has ${summary.length} characters; ${longestSummary} are allowed: shorten it`,
    );
  checkPhrases(source, text, found);

  const taken = tokenize(text);
  if ('reason' in taken && text !== '')
    found.refuse(source.fields.get('text')?.at ?? source.at, taken.reason);
  const tokens = 'tokens' in taken ? taken.tokens : [];
  const words: CompiledWord[] = [];
  for (const [index, word] of source.words.entries()) {
    const token = tokens[index];
    if ('tokens' in taken && !token)
      found.refuse(word.at, `the text has no word left for '${word.written}': drop the line`);
    const at = { sentenceId: id, position: index + 1 };
    words.push(compileWord(word, token, ids?.words[index], at, words.at(-1), ground));
  }
  if (tokens.length > longestUnit)
    found.refuse(
      source.at,
      `the unit has ${tokens.length} words; ${longestUnit} are allowed: cut it after a semicolon, a colon or a comma`,
    );
  const missing = tokens.slice(words.length).map(token => token.text);
  if (missing.length > 0)
    found.refuse(
      source.at,
      `words of the text are not taken apart: ${missing.join(' ')}: write a line for each`,
    );
  const instances = words.map(({ instance }) => instance);
  const wordQuestions = words.flatMap(({ question }) => question ?? []);
  const clauseQuestions = missing.length > 0 ? [] : compileClauses(source, instances, ids, id, found);

  const why = source.why ?? { at: source.at, text: '', explanation: '' };
  checkQuestion('sentence', translation, { why, wrong: source.wrong }, found);
  return {
    sentence: { id, ...place, text, translation, newParagraph: source.newParagraph },
    wordInstances: instances,
    questions: [
      ...wordQuestions,
      ...clauseQuestions,
      {
        id: ids?.question ?? '',
        kind: 'sentence' as const,
        sentenceId: id,
        wordInstanceId: null,
        clause: null,
        options: [
          { text: translation, explanation: why.explanation },
          ...source.wrong.map(option => ({ text: option.text, explanation: option.explanation })),
        ],
      },
    ],
    phrases: source.phrases.map(({ phrase, explanation }) => ({ phrase, explanation })),
    summary,
  };
}

function checkPhrases({ at, phrases }: SourceSentence, text: string, found: Findings): void {
  if (phrases.length > mostPhrases)
    found.refuse(at, `the sentence has ${phrases.length} phrases; ${mostPhrases} are allowed: drop some`);
  for (const [index, { at: line, phrase, explanation }] of phrases.entries()) {
    if (phrase === '' || !text.includes(phrase))
      found.refuse(line, `'${phrase}' does not stand in the sentence: quote it letter by letter`);
    if (phrases.findIndex(other => other.phrase === phrase) < index)
      found.refuse(line, `the phrase '${phrase}' stands twice: drop one`);
    checkExplanation(explanation, line, found);
  }
}
