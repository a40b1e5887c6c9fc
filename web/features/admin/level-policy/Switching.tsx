import { useState } from 'react';
import type { switchActs } from '../../../../facade/level-policies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { AdminIcon } from '../AdminIcon.tsx';
import { whole } from '../read-models/words.ts';
import styles from './LevelPolicy.module.css';
import { Progress } from './Progress.tsx';
import type { State } from './query.ts';

type Switch = NonNullable<State['newest']>;

/** Progress of the newest switch, and its actions. @param onAct undefined: read only */
export function Switching({
  newest: { policy, before, takesBack, state, done, total, leftOut },
  onAct,
}: {
  newest: Switch;
  onAct: ((act: (typeof switchActs)[number]) => void) | undefined;
}) {
  const [asking, setAsking] = useState(false);
  return (
    <div className={styles['part']}>
      <p role="status">{stateTexts[state](takesBack ? `back to '${policy}'` : `to '${policy}'`)}</p>
      {state !== 'done' && <Progress label="Switched" done={done} total={total} unit="accounts" />}
      {leftOut > 0 && (
        <p>
          {whole.format(leftOut)} {leftOut === 1 ? 'vocabulary stays' : 'vocabularies stay'} as before: more
          fragments would move than one event can name.
        </p>
      )}
      {onAct && (
        <div className={styles['actions']}>
          {state === 'running' && (
            <Button look="outline" onClick={() => onAct('stop')}>
              <AdminIcon name="stop" size={18} />
              Stop
            </Button>
          )}
          {state === 'stopped' && (
            <Button look="outline" onClick={() => onAct('resume')}>
              <AdminIcon name="play" size={18} />
              Resume
            </Button>
          )}
          {!takesBack && (
            <Button look="outline" onClick={() => setAsking(true)}>
              <AdminIcon name="undo" size={18} />
              Take back
            </Button>
          )}
        </div>
      )}
      {asking && onAct && (
        <Dialog
          onClose={() => setAsking(false)}
          title={`Go back to '${before}'?`}
          description="What the switch moved returns, one vocabulary after the other. What was learned since is kept."
        >
          <DialogActions>
            <Button look="outline" onClick={() => setAsking(false)}>
              Leave it
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                onAct('take back');
              }}
            >
              Take back
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </div>
  );
}

const stateTexts: Readonly<Record<Switch['state'], (where: string) => string>> = {
  running: where => `All vocabularies are being switched ${where}.`,
  stopped: where => `The switch ${where} was stopped: some vocabularies follow it, others do not yet.`,
  done: where => `All vocabularies were switched ${where}.`,
};
