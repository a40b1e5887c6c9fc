import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { CallFailure } from '../../../facade/client/failure.ts';
import { openVerification, verifyEmail } from '../../../facade/identity.ts';
import { Button } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { useLinkCode } from '../../shared/link-code.ts';
import { useNotifications } from '../../shared/notification.tsx';
import { refusalText } from '../../shared/refusal-text.ts';
import { useClient } from '../../shared/session.tsx';

interface Whose {
  readonly username: string;
  readonly email: string;
}

/**
 * Behind the link of the verification mail: nothing happens before the password chosen at sign-up is typed, so neither a
 * mail scanner nor the owner of an address somebody else signed up with makes an account by opening it.
 */
export default function VerifyEmail() {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const code = useLinkCode();
  const [whose, setWhose] = useState<Whose>();
  const [unreachable, setUnreachable] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks again.
  useEffect(() => {
    const left = new AbortController();
    client.call(openVerification, { body: { code }, signal: left.signal }).then(
      ({ username, email, verified }) => {
        if (!verified) {
          // What it asks for, to open the link, is done.
          notifications.clear();
          return setWhose({ username, email });
        }
        notifications.set({ type: 'success', message: 'verified email', fields: { username, email } });
        void navigate('/login', { replace: true });
      },
      (failure: unknown) => {
        if (left.signal.aborted) return;
        const { status, body } = failure instanceof CallFailure ? failure : {};
        if (status === undefined || status >= 500) return setUnreachable(true);
        if (body?.message === 'email verification link expired') {
          const { message, username = '', email = '' } = body;
          const about = new URLSearchParams({ username, email });
          // The page shows it; on other pages the notification still offers a new link.
          notifications.set({ type: 'error', message, fields: { username, email } });
          void navigate(`/verification-expired?${about}`, { replace: true });
        } else {
          // It may say that the address is verified.
          notifications.clear();
          void navigate('/verification-failure', { replace: true });
        }
      },
    );
    return () => left.abort();
  }, [client, code, navigate, notifications, attempt]);

  async function activate() {
    if (busy || password === '') return;
    setBusy(true);
    try {
      const { username, email } = await client.call(verifyEmail, { body: { code, password } });
      await navigate(`/verification-success?${new URLSearchParams({ username, email })}`, { replace: true });
    } catch (failure) {
      setError(refusalText(failure));
      setBusy(false);
    }
  }

  if (unreachable)
    return (
      <ErrorState
        messages={['no server response']}
        onRetry={() => {
          setUnreachable(false);
          setAttempt(attempt + 1);
        }}
      />
    );
  if (!whose) return <PageSpinner />;
  return (
    <FormPage
      title="Verify your email"
      lede={`Type the password you chose when you signed up as ${whose.username}. Then ${whose.email} is verified and you can log in.`}
      onSubmit={activate}
    >
      {/* For password managers: whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={whose.username} readOnly hidden />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={error}
        value={password}
        onChange={event => {
          setPassword(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={password === '' || error !== undefined} busy={busy}>
        {busy ? 'Verifying…' : 'Verify'}
      </Button>
      <p>
        You did not sign up, or not as {whose.username}? Then close this page: without your click there is no
        account.
      </p>
    </FormPage>
  );
}
