import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { linkProvider } from '../../../../facade/identity.ts';
import { myData } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
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
  other: ['error', 'This Google account belongs to another account here.'],
};

/** What learners can do with their own accounts: address, password, devices, their data, and the end of it. */
export function Account({ own, signedOut }: { own: Own; signedOut: (why: string) => void }) {
  const client = useClient();
  const [params] = useSearchParams();
  const { run, dialog } = useRecentLogin(own);
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState<'google' | 'data'>();
  const outcome = params.get('provider') ?? '';
  const [type, text] = (Object.hasOwn(fromProvider, outcome) && fromProvider[outcome]) || [];

  async function attempt(what: 'google' | 'data', call: () => Promise<unknown>) {
    if (busy) return;
    setBusy(what);
    setProblem(undefined);
    try {
      await call();
    } catch (failure) {
      setProblem(refusalText(failure));
    }
    setBusy(undefined);
  }
  const linkGoogle = () =>
    attempt('google', async () => {
      const begun = await run(() =>
        client.call(linkProvider, { params: { provider: 'google' }, body: { to: 'link' } }),
      );
      if (begun) location.assign(begun.url);
    });
  const download = () => attempt('data', async () => save(await client.call(myData)));

  return (
    <section id="account" className={styles['sheet']}>
      <h2>Account</h2>
      {type && text && <Banner type={type}>{text}</Banner>}
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <ChangeEmail email={own.email} run={run} />
      {own.hasPassword ? (
        <ChangePassword run={run} />
      ) : (
        <p>You sign in with Google and have no password here.</p>
      )}
      {own.googleLinked ? (
        <p>Linked with Google.</p>
      ) : (
        <div className={styles['actions']}>
          <Button look="outline" busy={busy === 'google'} onClick={() => void linkGoogle()}>
            Link with Google
          </Button>
        </div>
      )}
      <h3>Where you are signed in</h3>
      <Sessions run={run} onEnded={() => signedOut('You are signed out everywhere.')} />
      <h3>Your data</h3>
      <p>
        Everything that is stored about you, as a file: your account, your messages, and all you have read and
        answered.
      </p>
      <div className={styles['actions']}>
        <Button look="outline" busy={busy === 'data'} onClick={() => void download()}>
          Download my data
        </Button>
        <DeleteAccount run={run} onDeleted={() => signedOut('Your account was deleted.')} />
      </div>
      {dialog}
    </section>
  );
}

function save(data: unknown): void {
  const file = URL.createObjectURL(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = file;
  link.download = 'camino-my-data.json';
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(file), 60_000);
}
