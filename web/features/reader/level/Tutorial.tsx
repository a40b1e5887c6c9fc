import { Button } from '../../../shared/components/Button.tsx';
import { focusInSight } from '../../../shared/focus.ts';
import type { ReadingState } from '../state/state.ts';
import { chosenOption, shownStep } from '../state/view.ts';
import styles from './LevelBar.module.css';

/** Explains one thing about the sentence when it first appears. */
export function explanationOf(state: ReadingState): string {
  const { card, place } = state;
  const step = shownStep(state);
  if (card === 'read')
    return 'The whole sentence. Each right answer moved a word one level up; at IV it is known.';
  if (card === 'unasked') return 'Tap any word to see what it means here.';
  if (card === 'wrong')
    return chosenOption(state) === null
      ? 'Not knowing yet costs nothing. Read the reason, then Continue.'
      : 'A wrong answer costs nothing. Read both reasons, then Continue.';
  if (card === 'right' || card === 'held')
    return 'Right. The next question comes by itself; Stay keeps this answer here.';
  if (step?.word === null)
    return 'Now choose what the words of this clause mean together. A finished clause turns gold.';
  if (place.quiz.answers.length === 0)
    return 'Choose what the word in the box means here. Tap any word to look it up first.';
  if (place.quiz.answers.length === 1)
    return 'Dots under a word: new to you. A line: seen before. ✓ and ✕: your answers.';
  return 'You know this clause? Say so, and none of its words is asked.';
}

/** Shown in place of the level bar, so that nothing else moves. */
export default function Tutorial({ state, onSkip }: { state: ReadingState; onSkip: () => void }) {
  return (
    <footer className={`${styles['level']} ${styles['tutorial']}`} data-tutorial>
      <div>
        <p role="note">{explanationOf(state)}</p>
        <Button
          look="quiet"
          onClick={() => {
            onSkip();
            // The button goes with the explanation.
            focusInSight(document.querySelector('main h2[tabindex]:not([inert] *)'));
          }}
        >
          Skip
        </Button>
      </div>
    </footer>
  );
}
