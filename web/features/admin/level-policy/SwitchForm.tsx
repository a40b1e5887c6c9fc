import { useState } from 'react';
import { type LevelPolicy, levelPolicies } from '../../../../domain/vocabulary/level-policies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import styles from './LevelPolicy.module.css';
import { Preview } from './Preview.tsx';
import { SAMPLE } from './summing.ts';
import { policyTexts } from './texts.ts';
import { usePreview } from './usePreview.ts';

const names = Object.keys(levelPolicies) as LevelPolicy[];

/** Chooses a policy, previews it, and switches after a typed confirmation. */
export function SwitchForm({
  inForce,
  isBusy,
  onSwitch,
}: {
  inForce: LevelPolicy;
  isBusy: boolean;
  /** Resolves with whether the switch was started. */
  onSwitch: (policy: LevelPolicy) => Promise<boolean>;
}) {
  const others = names.filter(name => name !== inForce);
  const [chosen, setChosen] = useState<LevelPolicy>();
  const [confirmation, setConfirmation] = useState('');
  const [error, setError] = useState<string>();
  const { preview, start, stop } = usePreview();
  const policy = chosen !== undefined && chosen !== inForce ? chosen : undefined;
  const shown = preview && preview.policy === policy ? preview : undefined;
  const wanted = `Switch to ${policy}`;
  return (
    <form
      className={styles['part']}
      aria-label="Level policy"
      noValidate
      onSubmit={event => {
        event.preventDefault();
        if (isBusy) return;
        if (policy === undefined) setError('choose a policy first');
        else if (confirmation !== wanted) setError('confirm first');
        else
          void onSwitch(policy).then(begun => {
            if (!begun) return;
            setConfirmation('');
            setChosen(undefined);
          });
      }}
    >
      <fieldset className={styles['choices']}>
        <legend>Another policy</legend>
        {others.map(name => (
          <label key={name} className={styles['choice']}>
            <input
              type="radio"
              name="policy"
              value={name}
              checked={policy === name}
              onChange={() => {
                stop();
                setChosen(name);
                setError(undefined);
              }}
            />
            <span>
              <b>{name}</b> {policyTexts[name].does}
              <span className={styles['why']}>{policyTexts[name].why}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {policy && (
        <div className={styles['actions']}>
          <Button look="outline" onClick={() => void start(policy, 'sample', undefined)}>
            Preview {SAMPLE} learners
          </Button>
          <Button look="outline" onClick={() => void start(policy, 'all', undefined)}>
            Preview all
          </Button>
        </div>
      )}
      {shown && (
        <Preview preview={shown} onStop={stop} onAll={() => void start(shown.policy, 'all', shown.sum)} />
      )}
      <div className={styles['confirm']}>
        <Field
          label={policy ? `Type: ${wanted}` : 'Confirmation'}
          name="confirmation"
          required
          autoComplete="off"
          value={confirmation}
          error={error}
          onChange={event => {
            setConfirmation(event.target.value);
            setError(undefined);
          }}
        />
      </div>
      <div className={styles['actions']}>
        <Button type="submit" look="danger" busy={isBusy}>
          Switch
        </Button>
      </div>
    </form>
  );
}
