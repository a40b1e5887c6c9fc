import { lazy, Suspense, useState } from 'react';
import type { Quiz } from '../../../../domain/quiz/quiz.ts';
import { clauseMarks, currentStep, duplicateFragments, wordMarks } from '../../../../domain/quiz/quiz.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { tapped } from '../../../../domain/vocabulary/levels.ts';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import styles from './SentenceText.module.css';
import { spelledParts } from './spelling.ts';

/** Not needed before the first word is tapped: a third of the reader's weight. */
export const loadWordPopover = () => import('./WordPopover.tsx');
const WordPopover = lazy(loadWordPopover);

interface Props {
  sentence: ReaderSentence;
  quiz: Quiz;
  levelOf: (fragment: string) => Level;
  /** The learner's setting: a selected word is spoken. */
  playsWords: boolean;
  onMark: (fragment: string, level: Level) => void;
}

/**
 * The sentence: the clause that is asked in ink, the rest soft; every word can be tapped (spec 2, 4). Selecting a word
 * makes its new fragments seen (spec 4).
 */
export function SentenceText({ sentence, quiz, levelOf, playsWords, onMark }: Props) {
  const step = currentStep(quiz);
  const marks = wordMarks(quiz);
  const clauses = clauseMarks(quiz);
  const [selected, setSelected] = useState<{ word: ReaderWord; anchor: HTMLElement } | null>(null);

  function select(word: ReaderWord, anchor: HTMLElement) {
    if (selected?.word.id === word.id) return setSelected(null);
    setSelected({ word, anchor });
    if (word.skipped) return;
    for (const { id } of word.fragments) if (levelOf(id) === 'new') onMark(id, tapped('new'));
  }

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
                <button
                  type="button"
                  className={classOf(word, step?.word === word.id, levelOf)}
                  data-mark={marks[word.id]}
                  aria-haspopup="dialog"
                  aria-expanded={selected?.word.id === word.id}
                  onClick={event => select(word, event.currentTarget)}
                >
                  <Spelling word={word} twins={twins} />
                </button>
                {word.trailingPunctuation}
              </span>{' '}
            </span>
          ))}
        </span>
      ))}
      {selected && (
        <Suspense>
          <WordPopover
            key={selected.word.id}
            {...selected}
            levelOf={levelOf}
            playsWords={playsWords}
            onMark={onMark}
            onClose={() => setSelected(null)}
          />
        </Suspense>
      )}
    </p>
  );
}

/** The word's letters; fragments that come back in the sentence are marked within it (spec 2). */
function Spelling({ word, twins }: { word: ReaderWord; twins: ReadonlySet<string> }) {
  if (word.skipped || !word.fragments.some(({ id }) => twins.has(id))) return word.text;
  const parts = spelledParts(word);
  if (!parts) return <span data-twin>{word.text}</span>;
  return parts.map(({ text, fragment }) => (
    <span key={fragment} data-twin={twins.has(fragment) || undefined}>
      {text}
    </span>
  ));
}

/** Underlined while there is something to learn: new, or seen; nothing under what is known. */
function classOf({ skipped, fragments }: ReaderWord, asked: boolean, levelOf: (fragment: string) => Level) {
  const levels = fragments.map(({ id }) => levelOf(id));
  const state =
    skipped || levels.every(level => level === 'IV') ? '' : levels.includes('new') ? 'new' : 'seen';
  return [styles['word'], state && styles[state], asked && styles['now']].filter(Boolean).join(' ');
}
