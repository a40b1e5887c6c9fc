import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkProvider } from '../../../../facade/identity.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient, useSession } from '../../../shared/session.tsx';
import styles from '../Profile.module.css';
import { ChangeEmail } from './ChangeEmail.tsx';
import { ChangePassword } from './ChangePassword.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { Sessions } from './Sessions.tsx';
import { useRecentLogin } from './useRecentLogin.tsx';

export interface Own {
  readonly email: string;
  readonly username: string | null;
  readonly hasPassword: boolean;
  readonly googleLinked: boolean;
}

const fromProvider: Readonly<Record<string, readonly ['success' | 'error', string]>> = {
  linked: ['success', 'Your account is linked with Google.'],
  confirmed: ['success', 'Confirmed. For five minutes you can change your account.'],
  failed: ['error', 'Signing in with Google was not completed. Please try again.'],
  other: ['error', 'This Google account belongs to another account here, or yours is linked with another.'],
};

/** The learner's own account: address, password, devices and deletion. */
export function Account({ own, signedOut }: { own: Own; signedOut: (why: string) => void }) {
  const client = useClient();
  const { learner } = useSession();
  const [params] = useSearchParams();
  const { run, dialog } = useRecentLogin(own);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  const outcome = params.get('provider') ?? '';
  const [type, text] = (Object.hasOwn(fromProvider, outcome) && fromProvider[outcome]) || [];

  async function linkGoogle() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    try {
      const begun = await run(() =>
        client.call(linkProvider, { params: { provider: 'google' }, body: { to: 'link' } }),
      );
      if (begun) location.assign(begun.url);
    } catch (failure) {
      setProblem(refusalText(failure));
    }
    setBusy(false);
  }

  async function deleted() {
    try {
      const { clearDeleted } = await import('../../../shared/device/clear.ts');
      if (learner !== null) await clearDeleted(learner);
    } catch (error) {
      console.error('the data on this device was not cleared', error);
    }
    signedOut('Your account was deleted.');
  }

  return (
    <section id="account" className={styles['sheet']}>
      <h2>Account</h2>
      {type && text && <Banner type={type}>{text}</Banner>}
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <ChangeEmail email={own.email} run={run} />
      {own.hasPassword ? (
        <ChangePassword googleLinked={own.googleLinked} run={run} />
      ) : (
        <div className={styles['row']}>
          <p>You sign in with Google and have no password here.</p>
        </div>
      )}
      <div className={styles['row']}>
        {own.googleLinked ? (
          <p>Linked with Google.{own.hasPassword && ' A new password ends that.'}</p>
        ) : (
          <>
            <p>
              <b>Google</b> not linked
            </p>
            <Button look="outline" busy={busy} onClick={() => void linkGoogle()}>
              Link with Google
            </Button>
          </>
        )}
      </div>
      <h3>Where you are signed in</h3>
      <Sessions run={run} onEnded={() => signedOut('You are signed out everywhere.')} />
      <div className={styles['row']}>
        <p>
          <b>Delete the account</b> What is personal goes at once
        </p>
        <DeleteAccount run={run} onDeleted={() => void deleted()} />
      </div>
      {dialog}
    </section>
  );
}
