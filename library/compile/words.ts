import type { Question, WordInstance } from '../../domain/catalogue/catalogue.ts';
import { wantedWrong } from '../check/choice.ts';
import { followsFrom } from '../check/meaning.ts';
import { alike, checkQuestion, longestOption, wrongAnswers } from '../check/questions.ts';
import type { SourceWord } from '../format/chapter.ts';
import { spelling } from '../format/chapter.ts';
import type { Part, WholeWord } from '../format/entry.ts';
import { nameOf, neverAsked } from '../format/entry.ts';
import type { Token } from '../format/tokenize.ts';
import type { WordIds } from '../ids/file.ts';
import { answerOf } from './answers.ts';
import { explanationOf } from './explain.ts';
import type { Ground, Made } from './ground.ts';
import { madeByRule } from './rivals.ts';

/** Endings that may follow a stem (spec 3). */
const mostEndings = 3;

export interface Place {
  readonly sentenceId: string;
  readonly position: number;
}

export interface CompiledWord {
  readonly instance: WordInstance;
  /** Of its stem. */
  readonly pos: string | undefined;
  readonly question: Question | undefined;
}

/** Compiles a word of the source and its token into a word instance and, if it is asked, its question. */
export function compileWord(
  word: SourceWord,
  token: Token | undefined,
  ids: WordIds | undefined,
  place: Place,
  before: CompiledWord | undefined,
  ground: Ground,
): CompiledWord {
  const { lookup, lexicon, found, used } = ground;
  const text = spelling(word.written);
  if (token && token.text !== text)
    found.refuse(word.at, `the parts spell '${text}', the text has '${token.text}': correct one of them`);
  const parts = lookup(word.written, word.at) ?? [];
  for (const { sense } of parts) used.add(sense);
  if (parts.length - 1 > mostEndings)
    found.refuse(
      word.at,
      `'${word.written}' has ${parts.length - 1} endings; ${mostEndings} are allowed: join two`,
    );

  const pos = parts[0]?.entry.pos;
  const skipped = neverAsked.find(never => never === pos) ?? null;
  const wholeWords = ground.wholeWords.get(keyOf(parts)) ?? [];
  const answer =
    word.answer ||
    (wholeWords.length === 1 ? (wholeWords[0]?.meaning ?? '') : '') ||
    answerOf(parts, lexicon, before?.pos === 'preposition' ? before.instance.translation : undefined);
  const whole = wholeWords.find(({ meaning }) => meaning === answer);
  if (whole) used.add(whole);
  if (answer.length > longestOption.word)
    found.refuse(
      word.at,
      `the translation has ${answer.length} characters; ${longestOption.word} are allowed: shorten it`,
    );
  const instance: WordInstance = {
    id: ids?.id ?? '',
    sentenceId: place.sentenceId,
    text,
    position: place.position,
    leadingPunctuation: token?.leadingPunctuation ?? '',
    trailingPunctuation: token?.trailingPunctuation ?? '',
    translation: answer,
    modernEquivalent: word.modern ?? modernOf(parts, text),
    fragments: parts.map(({ entry }) => ground.idOf(entry)),
    skipped,
  };
  if (skipped) {
    if (word.why || word.wrong.length > 0)
      found.refuse(word.at, `a ${skipped} is never asked: drop the lines below it`);
    return { instance, pos, question: undefined };
  }
  if (parts.length === 0) return { instance, pos, question: undefined };
  if (
    !followsFrom(
      answer,
      parts,
      wholeWords.map(({ meaning }) => meaning),
    )
  )
    found.refuse(
      word.at,
      `'${answer}' does not follow from the gloss of '${parts[0]?.spelling}', '${parts[0]?.entry.gloss}': correct the answer, or add the meaning to the gloss or as a sense`,
    );
  const made = optionsOf(word, parts, answer, whole, ground);
  const question: Question = {
    id: ids?.question ?? '',
    kind: 'word',
    sentenceId: place.sentenceId,
    wordInstanceId: instance.id,
    clause: null,
    options: made.options,
  };
  const written = new Map(word.wrong.map(({ text: option, at }) => [option, at]));
  ground.asked.push({ at: word.at, question, ...made, written });
  return { instance, pos, question };
}

/** Key of a word's fragments and senses, which get the same question everywhere. */
export function keyOf(parts: readonly Part[]): string {
  return parts.map(({ entry, sense }) => `${nameOf(entry)}${sense.name ? `(${sense.name})` : ''}`).join(' ');
}

/** The modern form: that of the stem, with the word's endings. */
function modernOf([stem, ...endings]: readonly Part[], text: string): string | null {
  if (!stem || stem.entry.modern === null) return null;
  const modern = [stem.entry.modern, ...endings.map(({ spelling: ending }) => ending)].join('');
  return modern.toLocaleLowerCase('es') === text.toLocaleLowerCase('es') ? null : modern;
}

/**
 * The options of a word's question: from the lines below the word, then from the lexicon (for the whole word, its sense, or by
 * rule), then from the question of an earlier place with the same fragments and answer.
 */
function optionsOf(
  word: SourceWord,
  parts: readonly Part[],
  answer: string,
  whole: WholeWord | undefined,
  ground: Ground,
): Made {
  const { found, earlier, given, lexicon } = ground;
  const key = `${keyOf(parts)} = ${answer}${word.feminine ? ' (feminine)' : ''}`;
  const before = earlier.get(key);
  const own = word.why !== undefined || word.wrong.length > 0;
  const again = own || word.without.length > 0 ? undefined : ground.made.get(key);
  if (again) return again;
  const complete = word.why !== undefined && word.wrong.length >= wrongAnswers.least;
  const full = word.why !== undefined && word.wrong.length >= wantedWrong;
  const made = full
    ? undefined
    : whole
      ? { why: whole.why?.explanation ?? '', wrong: whole.wrong }
      : {
          why: complete ? '' : explanationOf(parts, given),
          wrong: madeByRule({ parts, answer, feminine: word.feminine, lexicon }),
        };
  const usable =
    made !== undefined && (complete || made.why !== '') && made.wrong.length >= wrongAnswers.least;
  if (!own && word.without.length === 0 && !usable && before) return before;

  const [beforeRight, ...beforeWrong] = before?.options ?? [];
  const base = usable || !before ? made : { why: beforeRight?.explanation ?? '', wrong: beforeWrong };
  const why = word.why?.explanation ?? base?.why ?? '';
  const without = new Set(word.without.map(({ text }) => text.toLowerCase()));
  for (const { at, text } of word.without)
    if (!base?.wrong.some(option => option.text.toLowerCase() === text.toLowerCase()))
      found.warn(
        at,
        `no option made by rule is '${text}', so the line can go: there are ${base?.wrong.map(option => option.text).join(', ') || 'none'}`,
      );
  // The lexicon may have the same option as the line below the word: that line counts as written.
  const written = new Set(word.wrong.map(({ text }) => alike(text)));
  const free = (base?.wrong ?? []).filter(
    ({ text }) => !without.has(text.toLowerCase()) && !written.has(alike(text)),
  );
  const most = mostWrong(word.wrong.length, base?.wrong.length ?? 0);
  const ruled = most > word.wrong.length ? free.slice(0, wrongAnswers.most - word.wrong.length) : [];
  const wrong = [...word.wrong, ...ruled];

  const stem = word.written.split('-')[0];
  const senses = parts[0]?.entry.senses.flatMap(({ name }) => (name ? `${stem}:${name}` : [])) ?? [];
  const choose = senses.length > 0 && !parts[0]?.sense.name ? `choose ${senses.join(', ')}, or ` : '';
  if (why === '')
    found.refuse(
      word.at,
      `nothing says why '${word.written}' is '${answer}': ${choose}write '+ …' in the lexicon below '${stem}', or here`,
    );
  if (wrong.length < wrongAnswers.least)
    found.refuse(
      word.at,
      `'${word.written} = ${answer}' has ${wrong.length} wrong options; ${wrongAnswers.least} are needed: ${choose}write '~ …' in the lexicon below '${stem}', or '- … | …' here`,
    );
  else if (why !== '')
    checkQuestion(
      'word',
      answer,
      {
        why: word.why ?? { at: word.at, explanation: why },
        wrong: wrong.map(option => ({ at: word.at, ...option })),
      },
      found,
    );
  const options = [
    { text: answer, explanation: why },
    ...wrong.map(({ text, explanation }) => ({ text, explanation })),
  ];
  const result = {
    options,
    ruled: new Set(usable || own ? ruled.map(({ text }) => text) : []),
    most,
  };
  // A dialect's or an old form's explanation would not fit elsewhere.
  if (complete && !before && word.modern === null && wrong.length >= wrongAnswers.least)
    earlier.set(key, result);
  if (!own && word.without.length === 0 && usable) ground.made.set(key, result);
  return result;
}

/** Below three written options, the rule adds its own up to three in all, or up to the number it makes by itself. */
function mostWrong(written: number, made: number): number {
  return written >= wantedWrong ? written : Math.max(wantedWrong, made);
}
