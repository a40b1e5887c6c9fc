import { Button } from '../../../shared/components/Button.tsx';
import { Dialog } from '../../../shared/components/Dialog.tsx';
import keyStyles from '../quiz/Key.module.css';
import styles from './HelpDialog.module.css';

const keys = [
  [['1', '2', '3'], 'choose an answer'],
  [['0'], 'I don’t know yet'],
  [['T'], 'translate the clause'],
  [['E'], 'stay at a right answer; show or hide the explanation of a wrong one'],
  [['K'], 'I know this clause: its words are known and asked no more'],
  [['U'], 'undo that'],
  [['↵'], 'continue'],
  [['R'], 'reread the chapter so far'],
  [['←', '→'], 'in the sentence: from word to word'],
] as const;

/** The looks of a word in the current clause, and their meanings. */
const lines = [
  ['asked', 'in a box', 'asked now'],
  ['new', 'dotted', 'new to you'],
  ['seen', 'a line', 'seen before'],
  ['right', 'a line and ✓', 'answered right'],
  ['wrong', 'dashes and ✕', 'answered wrong'],
  ['plain', 'a thin line', 'nothing to ask'],
  ['twin', 'a dashed box', 'a part of the asked word that comes back in another; tap the word to see where'],
] as const;

export default function HelpDialog({
  onClose,
  onTutorial,
  onSettings,
}: {
  onClose: () => void;
  /** Explains the steps of a sentence. */
  onTutorial: () => void;
  onSettings: () => void;
}) {
  return (
    <Dialog onClose={onClose} title="How reading works">
      <p>
        Tap any word to see what it means here and what it is made of. Answer what is asked, clause by clause;
        a clause that is done turns gold, and then the sentence is yours.
      </p>
      <dl className={styles['lines']}>
        {lines.map(([look, shape, says]) => (
          <div key={look}>
            <dt data-look={look}>{shape}</dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
      <p>
        Each part of a word climbs four levels, one step for every right answer. At the fourth it is known.
        Your known count adds up what you learn: a part counts ⅓ at level II, ⅔ at III, and 1 when it is
        known.
      </p>
      <dl className={styles['keys']}>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map(key => (
                <kbd key={key} className={keyStyles['key']}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button look="outline" onClick={onTutorial}>
        Show me step by step
      </Button>
      <Button look="outline" onClick={onSettings}>
        Settings
      </Button>
    </Dialog>
  );
}
