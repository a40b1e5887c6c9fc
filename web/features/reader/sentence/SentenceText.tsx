import type { Quiz } from '../../../../domain/quiz/quiz.ts';
import { clauseMarks, currentStep, duplicateFragments, wordMarks } from '../../../../domain/quiz/quiz.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import styles from './SentenceText.module.css';
import { WordPopover } from './WordPopover.tsx';

interface Props {
  sentence: ReaderSentence;
  quiz: Quiz;
  levelOf: (fragment: string) => Level;
  onMark: (fragment: string, level: Level) => void;
}

/** The sentence: the clause that is asked in ink, the rest soft; every word can be tapped (spec 2, 4). */
export function SentenceText({ sentence, quiz, levelOf, onMark }: Props) {
  const step = currentStep(quiz);
  const marks = wordMarks(quiz);
  const clauses = clauseMarks(quiz);
  const twins = duplicateFragments(quiz.sentence.words, levelOf);
  return (
    <p className={styles['sentence']} lang="es">
      {sentence.clauses.map((words, index) => (
        <span
          key={sentence.clauseKeys[index]}
          className={step && step.clause !== index ? styles['rest'] : undefined}
          data-clause={clauses[index] ?? 'open'}
        >
          {words.map(word => (
            <span key={word.id}>
              <span className={styles['whole']}>
                {word.leadingPunctuation}
                <WordPopover word={word} levelOf={levelOf} onMark={onMark}>
                  <button
                    type="button"
                    className={classOf(word, step?.word === word.id, levelOf)}
                    data-mark={marks[word.id]}
                    data-twin={word.fragments.some(({ id }) => twins.has(id)) || undefined}
                  >
                    {word.text}
                  </button>
                </WordPopover>
                {word.trailingPunctuation}
              </span>{' '}
            </span>
          ))}
        </span>
      ))}
    </p>
  );
}

/** Underlined while there is something to learn: new, or seen; nothing under what is known. */
function classOf({ skipped, fragments }: ReaderWord, asked: boolean, levelOf: (fragment: string) => Level) {
  const levels = fragments.map(({ id }) => levelOf(id));
  const state =
    skipped || levels.every(level => level === 'IV') ? '' : levels.includes('new') ? 'new' : 'seen';
  return [styles['word'], state && styles[state], asked && styles['now']].filter(Boolean).join(' ');
}
