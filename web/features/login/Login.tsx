import { useState } from 'react';
import { Link } from 'react-router-dom';
import { CallFailure } from '../../../facade/client/failure.ts';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { messageOf } from '../../shared/failures.ts';
import { tell } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { useSessionActions } from '../../shared/session.tsx';

/** Spec 2 and 8, login. The wrapper around it leads on to the library once the visitor is signed in. */
export default function Login() {
  const { login } = useSessionActions();
  const notifications = useNotifications();
  const [credential, setCredential] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const ready = credential.trim() !== '' && password !== '' && error === undefined;

  async function submit() {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await login({ credential: credential.trim(), password });
      notifications.clear();
    } catch (failure) {
      const notice = noticeOf(failure);
      if (notice) notifications.set(notice, false);
      setError(errorOf(failure));
      setBusy(false);
    }
  }

  return (
    <FormPage title="Login" onSubmit={submit}>
      <Field
        label="Username or email"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={credential}
        onChange={event => {
          setCredential(event.target.value);
          setError(undefined);
        }}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aside={<Link to="/forgot-password">Forgot?</Link>}
        error={error}
        value={password}
        onChange={event => {
          setPassword(event.target.value);
          setError(undefined);
        }}
      />
      <Button type="submit" disabled={!ready} busy={busy}>
        Login
      </Button>
      <ButtonAnchor look="outline" href="/auth/login/google">
        Continue with Google
      </ButtonAnchor>
      <p>
        New here? <Link to="/sign-up">Sign up</Link>
      </p>
    </FormPage>
  );
}

/** messageVerbose or message; without an HTTP status 'no server response' (spec 8). */
function errorOf(failure: unknown): string {
  if (failure instanceof CallFailure && failure.status === undefined) return 'no server response';
  const notice = noticeOf(failure);
  return (notice && tell(notice).text) ?? messageOf(failure) ?? 'Something went wrong.';
}
