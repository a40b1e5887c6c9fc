import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { BodyOf } from '../../../facade/endpoint.ts';
import type { signUp } from '../../../facade/identity.ts';
import { Checkbox } from '../../shared/components/form/Choice.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { Spinner } from '../../shared/components/Spinner.tsx';
import { useClient } from '../../shared/session.tsx';
import styles from './HumanCheck.module.css';
import { showRecaptcha } from './recaptcha.ts';

export type Proof = NonNullable<BodyOf<typeof signUp>['proof']>;

/**
 * Human verification (spec 5). A checkbox starts a proof of work in the browser, without a third party. With a reCAPTCHA key
 * that is offered first, and names Google.
 */
export function HumanCheck({
  siteKey,
  error,
  onProof,
}: {
  /** Null: ALTCHA only. */
  siteKey: string | null;
  error: string | undefined;
  /** Null when the proof has expired. */
  onProof: (proof: Proof | null) => void;
}) {
  const [own, setOwn] = useState(false);
  const message = useId();
  const withRecaptcha = siteKey !== null && !own;
  return (
    <div className={`${styles['check']} ${error ? styles['wanted'] : ''}`}>
      {withRecaptcha ? (
        <Recaptcha siteKey={siteKey} onProof={onProof} onOther={() => setOwn(true)} />
      ) : (
        <Altcha onProof={onProof} described={error ? message : undefined} />
      )}
      <div aria-live="polite">
        {error && (
          <p id={message} className={styles['error']}>
            <Icon name="alert" size={16} />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}

type Stage = 'open' | 'solving' | 'solved' | 'failed';
const says: Readonly<Record<Stage, string>> = {
  open: '',
  solving: 'Checking…',
  solved: 'Verified',
  failed: 'That did not work. Please try again.',
};
/** A little before the challenge expires on the server. */
const LIFE = 9 * 60_000;

function Altcha({
  onProof,
  described,
}: {
  onProof: (proof: Proof | null) => void;
  described: string | undefined;
}) {
  const client = useClient();
  const [stage, setStage] = useState<Stage>('open');
  const going = useRef<AbortController>(null);
  const tell = useEffectEvent(onProof);
  useEffect(() => () => going.current?.abort(), []);
  useEffect(() => {
    if (stage !== 'solved') return;
    const timer = setTimeout(() => {
      setStage('open');
      tell(null);
    }, LIFE);
    return () => clearTimeout(timer);
  }, [stage]);

  async function tick(on: boolean) {
    going.current?.abort();
    onProof(null);
    if (!on) return setStage('open');
    const mine = new AbortController();
    going.current = mine;
    setStage('solving');
    try {
      const { solve } = await import('./solve.ts');
      const value = await solve(client, mine.signal);
      if (mine.signal.aborted) return;
      setStage('solved');
      onProof({ by: 'altcha', value });
    } catch {
      if (!mine.signal.aborted) setStage('failed');
    }
  }

  return (
    <div className={styles['row']}>
      <Checkbox
        name="human"
        checked={stage === 'solving' || stage === 'solved'}
        aria-describedby={described}
        onChange={event => void tick(event.target.checked)}
      >
        I am human
      </Checkbox>
      <span role="status" className={`${styles['state']} ${stage === 'solved' ? styles['solved'] : ''}`}>
        {stage === 'solving' && <Spinner size={18} />}
        {stage === 'solved' && <Icon name="check" size={18} />}
        {says[stage]}
      </span>
    </div>
  );
}

function Recaptcha({
  siteKey,
  onProof,
  onOther,
}: {
  siteKey: string;
  onProof: (proof: Proof | null) => void;
  onOther: () => void;
}) {
  const place = useRef<HTMLDivElement>(null);
  const [failed, setFailed] = useState(false);
  const tell = useEffectEvent(onProof);
  useEffect(() => {
    const { current } = place;
    if (!current) return;
    const holder = document.createElement('div');
    current.append(holder);
    const proof = (value: string | null) => tell(value === null ? null : { by: 'recaptcha', value });
    showRecaptcha(holder, siteKey, proof).catch(() => setFailed(true));
    return () => {
      holder.remove();
      proof(null);
    };
  }, [siteKey]);
  return (
    <>
      <p className={styles['note']}>
        This check is reCAPTCHA by Google: it was loaded from Google, which sees your IP address and may set
        cookies.
      </p>
      <div ref={place} className={styles['frame']} />
      {failed && <p className={styles['note']}>Google could not be reached.</p>}
      <button type="button" className={styles['other']} onClick={onOther}>
        Use the check without Google instead
      </button>
    </>
  );
}
