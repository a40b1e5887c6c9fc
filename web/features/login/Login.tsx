import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { useUnsent } from '../../shared/device/unsent.ts';
import { notificationText } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { providerTexts } from '../../shared/provider-texts.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useSessionActions } from '../../shared/session.tsx';

/**
 * Spec 2 and 8, login. Its guard redirects to the library after the login. Errors with an action (a new link) are the
 * notification above the page; other errors are at the password and disappear when a field is edited.
 */
export default function Login() {
  const { login } = useSessionActions();
  const notifications = useNotifications();
  const [params] = useSearchParams();
  const [credential, setCredential] = useState('');
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const ready = credential.trim() !== '' && password !== '' && error === undefined && !told;
  const unsent = useUnsent();
  const fromProvider = providerTexts(params.get('provider'));

  function edited() {
    setError(undefined);
    if (told) notifications.clear();
    setTold(false);
  }

  async function submit() {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await login({ credential: credential.trim(), password });
      notifications.clear();
    } catch (failure) {
      const notice = noticeOf(failure);
      setBusy(false);
      if (notice && notificationText(notice).action) {
        notifications.set(notice, false);
        setTold(true);
      } else {
        notifications.clear();
        setError(refusalText(failure));
      }
    }
  }

  return (
    <FormPage title="Login" onSubmit={submit}>
      {fromProvider && <Banner type="error">{fromProvider}</Banner>}
      {unsent.length > 0 && (
        <Banner type="error">
          Not sent yet. {unsent.map(words => `${words} on this device until you sign in again.`).join(' ')}
        </Banner>
      )}
      <Field
        label="Username or email"
        name="credential"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        value={credential}
        onChange={event => {
          setCredential(event.target.value);
          edited();
        }}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        aside={<Link to="/forgot-password">Forgot?</Link>}
        error={error}
        value={password}
        onChange={event => {
          setPassword(event.target.value);
          edited();
        }}
      />
      <Button type="submit" disabled={!ready} busy={busy}>
        {busy ? 'Logging in…' : 'Login'}
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
