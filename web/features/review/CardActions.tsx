import { Button } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import cardStyles from '../reader/quiz/Card.module.css';
import { Key } from '../reader/quiz/Key.tsx';
import styles from './CardActions.module.css';
import type { SittingAction } from './sitting.ts';

/** The actions beside the options. */
export function CardActions({
  translation,
  translating,
  onListen,
  dispatch,
}: {
  translation: string;
  translating: boolean;
  onListen: (() => void) | undefined;
  dispatch: (action: SittingAction) => void;
}) {
  return (
    <div className={`${cardStyles['foot']} ${styles['under']}`}>
      <Button look="quiet" aria-keyshortcuts="0" onClick={() => dispatch({ type: 'chose', option: null })}>
        <Key>0</Key>
        <span>
          I don’t know<span className={styles['long']}> any more</span>
        </span>
      </Button>
      {onListen && (
        <Button look="quiet" aria-keyshortcuts="L" aria-label="Listen to the word" onClick={onListen}>
          <Icon name="sound" size={18} />
          <Key>L</Key>
        </Button>
      )}
      <Button
        look="quiet"
        aria-keyshortcuts="T"
        aria-expanded={translating}
        onClick={() => dispatch({ type: 'translation toggled' })}
      >
        <Key>T</Key>
        <span>
          {translating ? 'Hide' : 'Translate'}
          <span className={styles['long']}> the {translating ? 'translation' : 'sentence'}</span>
        </span>
      </Button>
      {translating && <p className={cardStyles['help']}>{translation}</p>}
    </div>
  );
}
