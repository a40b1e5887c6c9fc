import { chooseOptions } from '../../domain/quiz/options.ts';
import { seeded } from '../../domain/quiz/random.ts';
import type { Place } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';
import { contentWords } from './content-words.ts';

/** Most characters of an option, so that it can be read quickly. */
export const longestOption = { word: 48, clause: 160, sentence: 500 } as const;

const longestExplanation = 200;
const sentencesOfExplanation = 2;
/** How many wrong answers a question may have. */
export const wrongAnswers = { least: 2, most: 9 };

/** Rules for an explanation: not empty, at most 200 characters and two sentences, balanced asterisks. */
export function checkExplanation(text: string, at: Place, { refuse }: Findings): void {
  if (text === '') refuse(at, "the explanation is missing: write it after '+' or '|'");
  if (text.length > longestExplanation)
    refuse(
      at,
      `the explanation has ${text.length} characters; ${longestExplanation} are allowed: shorten it`,
    );
  if ((text.match(/\*/g)?.length ?? 0) % 2 === 1) refuse(at, 'an asterisk is not closed');
  const sentences = sentencesIn(text);
  if (sentences > sentencesOfExplanation)
    refuse(at, `the explanation has ${sentences} sentences; ${sentencesOfExplanation} are allowed: drop one`);
}

/** A question to check, each text with its line in the source. */
export interface CheckedQuestion {
  readonly why: { readonly at: Place; readonly explanation: string };
  readonly wrong: readonly { readonly at: Place; readonly text: string; readonly explanation: string }[];
}

/**
 * Rules for a question.
 * @param right the translation, which is the right answer
 */
export function checkQuestion(
  kind: keyof typeof longestOption,
  right: string,
  { why: { at, explanation: why }, wrong }: CheckedQuestion,
  found: Findings,
): void {
  checkExplanation(why, at, found);
  if (wrong.length < wrongAnswers.least || wrong.length > wrongAnswers.most)
    found.refuse(
      at,
      `there are ${wrong.length} wrong answers; ${wrongAnswers.least} to ${wrongAnswers.most} are allowed: write '- … | …'`,
    );
  for (const option of [{ at, text: right }, ...wrong])
    if (option.text.length > longestOption[kind])
      found.refuse(
        option.at,
        `the answer has ${option.text.length} characters; ${longestOption[kind]} are allowed: shorten it`,
      );
  for (const option of wrong) {
    if (option.text === '') found.refuse(option.at, 'the wrong answer has no text');
    checkExplanation(option.explanation, option.at, found);
    if (option.explanation !== '' && !explains(option.explanation, option.text))
      found.refuse(
        option.at,
        `the explanation of '${option.text}' has no Spanish form in asterisks and no word of the option: say what the Spanish would be`,
      );
  }
  if (why !== '' && !explains(why, right))
    found.refuse(
      at,
      `the explanation of '${right}' has no Spanish form in asterisks and no word of the answer: say what decides`,
    );
  const taken = new Set([alike(right)]);
  const said = new Map<string, string>();
  for (const option of wrong) {
    if (taken.has(alike(option.text)))
      found.refuse(option.at, `the answer '${option.text}' stands twice: change one`);
    taken.add(alike(option.text));
    const says = remark(option.explanation);
    const other = says === '' ? undefined : said.get(says);
    if (other !== undefined)
      found.refuse(
        option.at,
        `'${other}' and '${option.text}' have the same remark: say of each what tells it from the right answer`,
      );
    said.set(says, option.text);
  }
  checkOffered(right, why, wrong, at, found);
  const longestWrong = Math.max(0, ...wrong.map(option => option.text.length));
  if (right.length > longestWrong * 1.4 + 6)
    found.warn(at, 'the right answer is by far the longest: a learner sees it without reading');
}

/** An explanation without the Spanish form that it begins with, which differs from option to option. */
function remark(explanation: string): string {
  return explanation.replace(/^(?:[^*.]*\bwould be) [^.;:]*[.;:]\s*/, '');
}

/** The quiz must be able to show the right answer and two wrong ones. */
function checkOffered(
  right: string,
  why: string,
  wrong: CheckedQuestion['wrong'],
  at: Place,
  { refuse }: Findings,
): void {
  const complete = wrong.every(option => option.text !== '' && option.explanation !== '');
  if (!complete || wrong.length < wrongAnswers.least) return;
  const shown = chooseOptions([{ text: right, explanation: why }, ...wrong], seeded('check'));
  if (shown.length < 1 + wrongAnswers.least) refuse(at, 'the quiz would not show three different answers');
}

/** An explanation must mention a Spanish form or a word of its option. */
function explains(explanation: string, option: string): boolean {
  if (/\*[^*]+\*/.test(explanation)) return true;
  const said = contentWords(explanation);
  return [...contentWords(option)].some(word => said.has(word));
}

const longForms: Readonly<Record<string, string>> = {
  ...{ s: ' is', re: ' are', m: ' am', ll: ' will', ve: ' have', d: ' would' },
};

/** Whether two answers look the same to a learner: ignores case, articles, hyphens, punctuation and contractions. */
export function alike(text: string): string {
  // 'a' and 'the' differ if they are the whole answer.
  const articles = contentWords(text).size > 0 ? /\b(?:a|an|the)\b/g : /$^/;
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replace(/\bcan't\b/g, 'cannot')
    .replace(/n't\b/g, ' not')
    .replace(/'(s|re|m|ll|ve|d)\b/g, (_, short: string) => longForms[short] ?? '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(articles, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/**
 * Sentences of an explanation. Full stops between asterisks belong to quoted Spanish and do not end a sentence. An ellipsis
 * ends one only before a capital, so not in 'so … that'.
 */
export function sentencesIn(text: string): number {
  const plain = text.replace(/\*[^*]*\*/g, 'x');
  return plain.match(/(?:[.!?]['"”’)]*(?=\s|$))|(?:…['"”’)]*(?=\s+\p{Lu}|$))/gu)?.length ?? 0;
}
