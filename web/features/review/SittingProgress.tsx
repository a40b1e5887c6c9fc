import { memo } from 'react';
import styles from './SittingProgress.module.css';

/**
 * One segment per question; missed ones are paler. It is a meter, because screen readers announce every change of a progress
 * bar.
 */
export const SittingProgress = memo(function SittingProgress({
  questions,
  answers,
  index,
}: {
  questions: number;
  answers: readonly { readonly chosen: number | null }[];
  index: number;
}) {
  const missed = answers.filter(({ chosen }) => chosen !== 0).length;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the segments are drawn here.
    <div
      className={styles['line']}
      role="meter"
      aria-label="Review"
      aria-valuemin={0}
      aria-valuemax={questions}
      aria-valuenow={answers.length}
      aria-valuetext={`Question ${Math.min(index + 1, questions)} of ${questions}${missed > 0 ? `, ${missed} to come back` : ''}`}
    >
      {Array.from({ length: questions }, (_, place) => {
        const answer = answers[place];
        const state = answer === undefined ? undefined : answer.chosen === 0 ? 'on' : 'back';
        // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a sitting never move.
        return <i key={place} data-state={state} />;
      })}
    </div>
  );
});
