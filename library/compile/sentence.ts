import type {
  PhraseExplanation,
  Question,
  Sentence,
  WordInstance,
} from '../../domain/catalogue/catalogue.ts';
import type { IdOf } from '../check/ids.ts';
import type { Findings } from '../check/problems.ts';
import { checkExplanation, checkQuestion } from '../check/questions.ts';
import type { SourceSentence } from '../format/chapter.ts';
import type { Entry, Lookup } from '../format/dictionary.ts';
import { tokenize } from '../format/tokenize.ts';
import { compileClauses } from './clauses.ts';
import { optionsOf } from './options.ts';
import { compileWord } from './words.ts';

const mostPhrases = 4;
const longestSummary = 300;

/** What the sentences of a chapter share while they are compiled. */
export interface ChapterGround {
  readonly lookup: Lookup;
  readonly idOf: IdOf;
  readonly used: Set<Entry>;
  readonly found: Findings;
  readonly earlier: Map<string, Question['options']>;
}

export interface CompiledSentence {
  readonly sentence: Sentence;
  readonly wordInstances: readonly WordInstance[];
  readonly questions: readonly Question[];
  readonly phrases: readonly PhraseExplanation[];
  readonly summary: string;
}

export function compileSentence(
  source: SourceSentence,
  place: Pick<Sentence, 'bookId' | 'chapterTitle' | 'part' | 'chapter' | 'section' | 'position'>,
  ground: ChapterGround,
): CompiledSentence {
  const { idOf, found } = ground;
  const id = idOf(source.at);
  const [text, translation, summary] = (['text', 'english', 'summary'] as const).map(name => {
    const value = source.fields.get(name)?.value ?? '';
    if (value === '') found.refuse(source.fields.get(name)?.at ?? source.at, `the sentence has no ${name}`);
    return value;
  }) as [string, string, string];
  if (summary.length > longestSummary)
    found.refuse(
      source.fields.get('summary')?.at ?? source.at,
      `the summary has ${summary.length} characters; ${longestSummary} are allowed`,
    );
  checkPhrases(source, text, found);

  const taken = tokenize(text);
  if ('reason' in taken && text !== '')
    found.refuse(source.fields.get('text')?.at ?? source.at, taken.reason);
  const tokens = 'tokens' in taken ? taken.tokens : [];
  const words = source.words.map((word, index) => {
    const token = tokens[index];
    if ('tokens' in taken && !token) found.refuse(word.at, `the text has no word left for '${word.written}'`);
    return compileWord(word, token, { sentenceId: id, position: index + 1 }, ground);
  });
  const missing = tokens.slice(words.length).map(token => token.text);
  if (missing.length > 0)
    found.refuse(source.at, `words of the text are not taken apart: ${missing.join(' ')}`);
  const instances = words.map(({ instance }) => instance);
  const wordQuestions = words.flatMap(({ question }) => question ?? []);
  const clauseQuestions = missing.length > 0 ? [] : compileClauses(source, instances, id, idOf, found);

  const question = source.question;
  if (!question) found.refuse(source.at, 'the sentence has no question');
  else checkQuestion('sentence', translation, { ...question, why: question.why ?? '' }, found);
  return {
    sentence: { id, ...place, text, translation, newParagraph: source.newParagraph },
    wordInstances: instances,
    questions: [
      ...wordQuestions,
      ...clauseQuestions,
      ...(question
        ? [
            {
              id: idOf(question.at),
              kind: 'sentence' as const,
              sentenceId: id,
              wordInstanceId: null,
              clause: null,
              options: optionsOf(translation, question),
            },
          ]
        : []),
    ],
    phrases: source.phrases.map(({ phrase, explanation }) => ({ phrase, explanation })),
    summary,
  };
}

function checkPhrases({ at, phrases }: SourceSentence, text: string, found: Findings): void {
  if (phrases.length > mostPhrases)
    found.refuse(at, `the sentence has ${phrases.length} phrases; ${mostPhrases} are allowed`);
  for (const [index, { at: line, phrase, explanation }] of phrases.entries()) {
    if (phrase === '' || !text.includes(phrase))
      found.refuse(line, `'${phrase}' does not stand in the sentence`);
    if (phrases.findIndex(other => other.phrase === phrase) < index)
      found.refuse(line, `the phrase '${phrase}' stands twice`);
    checkExplanation(explanation, line, found);
  }
}
