import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sessions, signOutEverywhere } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import styles from '../Profile.module.css';
import type { useRecentLogin } from './useRecentLogin.tsx';

const day = (time: string) =>
  new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });

/** The learner's sessions, and a button that ends all. */
export function Sessions({
  run,
  onEnded,
}: {
  run: ReturnType<typeof useRecentLogin>['run'];
  onEnded: () => void;
}) {
  const client = useClient();
  const list = useQuery({
    queryKey: ['sessions'],
    queryFn: ({ signal }) => client.call(sessions, { signal }),
    refetchOnMount: 'always',
  });
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function end() {
    if (busy) return;
    setBusy(true);
    setAsking(false);
    try {
      if (await run(() => client.call(signOutEverywhere))) onEnded();
    } catch (failure) {
      setError(refusalText(failure));
    }
    setBusy(false);
  }

  return (
    <>
      {error !== undefined && <Banner type="error">{error}</Banner>}
      {list.error && <p>The list could not be loaded.</p>}
      <ul className={styles['sessions']} aria-busy={list.isPending}>
        {list.data?.map(({ id, device, lastUsedAt, current }) => (
          <li key={id}>
            <strong>{device}</strong>
            <span className={styles['soft']}>{current ? 'this device' : `last used ${day(lastUsedAt)}`}</span>
          </li>
        ))}
      </ul>
      <div className={styles['actions']}>
        <Button look="outline" busy={busy} onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      {asking && (
        <Dialog
          title="Sign out everywhere?"
          description="Every device is signed out, this one too. You log in again wherever you want to go on."
          onClose={() => setAsking(false)}
        >
          <DialogActions>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button onClick={() => void end()}>Sign out</Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
