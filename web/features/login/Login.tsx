import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { Link } from '../../shared/components/Link.tsx';
import { useUnsent } from '../../shared/device/unsent.ts';
import { notificationText } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { providerTexts } from '../../shared/provider-texts.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useSessionActions } from '../../shared/session.tsx';

const nothing = { credential: '', password: '' };

/**
 * Spec 2 and 8, login. Its guard redirects to the library after the login. Errors with an action (a new link) are the
 * notification above the page; other errors are at the password and disappear when a field is edited.
 */
export default function Login() {
  const { login } = useSessionActions();
  const notifications = useNotifications();
  const [params] = useSearchParams();
  const { values, field, refuse, focus, clearRefusals } = useFields(nothing);
  const [told, setTold] = useState(false);
  const [busy, setBusy] = useState(false);
  const credential = field('credential');
  const password = field('password');
  const ready =
    values.credential.trim() !== '' && values.password !== '' && password.error === undefined && !told;
  const unsent = useUnsent();
  const fromProvider = providerTexts(params.get('provider'));

  function edited() {
    clearRefusals();
    if (told) notifications.clear();
    setTold(false);
  }

  async function submit() {
    if (!ready || busy) return;
    setBusy(true);
    try {
      await login({ credential: values.credential.trim(), password: values.password });
      notifications.clear();
    } catch (failure) {
      const notice = noticeOf(failure);
      setBusy(false);
      if (notice && notificationText(notice).action) {
        notifications.set(notice, false);
        setTold(true);
        // The button that had the focus is disabled until something is edited.
        focus('password');
      } else {
        notifications.clear();
        refuse('password', refusalText(failure));
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
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        {...credential}
        onChange={event => {
          credential.onChange(event);
          edited();
        }}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        aside={<Link to="/forgot-password">Forgot?</Link>}
        required
        {...password}
        onChange={event => {
          password.onChange(event);
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
