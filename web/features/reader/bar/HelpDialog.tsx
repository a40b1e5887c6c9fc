import { Button } from '../../../shared/components/Button.tsx';
import { Dialog } from '../../../shared/components/Dialog.tsx';
import card from '../quiz/Card.module.css';
import styles from './HelpDialog.module.css';

const keys = [
  [['1', '2', '3'], 'choose an answer'],
  [['0'], 'I don’t know yet'],
  [['T'], 'translate the clause'],
  [['E'], 'show or hide the explanation'],
  [['↵'], 'continue'],
] as const;

export function HelpDialog({ onClose, onSettings }: { onClose: () => void; onSettings: () => void }) {
  return (
    <Dialog onClose={onClose} title="How reading works">
      <p>
        Tap any word to see what it means here and what it is made of. Answer what is asked, clause by clause;
        then the sentence is yours.
      </p>
      <p>
        A blue line under a word: new to you. A gold one: seen before. None: known. Each part of a word climbs
        four levels, one step for every right answer.
      </p>
      <dl className={styles['keys']}>
        {keys.map(([pressed, does]) => (
          <div key={does}>
            <dt>
              {pressed.map(key => (
                <kbd key={key} className={card['key']}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Button look="outline" onClick={onSettings}>
        Settings
      </Button>
    </Dialog>
  );
}
