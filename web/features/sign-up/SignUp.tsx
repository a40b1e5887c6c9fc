import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { meets, passwordRules, usernameRules } from '../../../domain/account/rules.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { isEmail } from '../../../facade/email.ts';
import { signUp } from '../../../facade/identity.ts';
import { Button, ButtonAnchor } from '../../shared/components/Button.tsx';
import { Checkbox } from '../../shared/components/form/Choice.tsx';
import { Field, PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { messageOf } from '../../shared/failures.ts';
import { tell } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';

const nothing = { username: '', email: '', password: '', confirm: '' };

function wrongWith({ username, email, password, confirm }: typeof nothing) {
  return {
    username: meets(usernameRules, username) ? undefined : 'This username does not meet the rules.',
    email: isEmail(email.trim()) ? undefined : 'Please enter a valid email.',
    password: meets(passwordRules, password) ? undefined : 'This password does not meet the rules.',
    confirm: confirm === password ? undefined : 'The passwords are not the same.',
  };
}

/** Spec 2 and 5, sign-up: the domain's rules are shown live; the server's refusals come back to their field. */
export default function SignUp() {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const { values, field, isValid, refuse } = useFields(nothing, wrongWith);
  const [consents, setConsents] = useState(false);
  const [busy, setBusy] = useState(false);
  const ready = isValid && consents;

  async function submit() {
    if (!ready || busy) return;
    const { username, email, password } = values;
    const body = { username, email: email.trim(), password };
    setBusy(true);
    try {
      const { message, ...fields } = await client.call(signUp, { body });
      notifications.set({ type: 'success', message, fields });
      await navigate('/login');
    } catch (failure) {
      const notice = noticeOf(failure, body);
      if (notice) notifications.set(notice, false);
      const text = (notice && tell(notice).text) ?? messageOf(failure) ?? 'no server response';
      refuse(fieldOf(failure), text);
      setBusy(false);
    }
  }

  return (
    <FormPage title="Sign up" lede="The first chapter of every book is free." onSubmit={submit}>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        rules={usernameRules}
        {...field('username')}
      />
      <Field label="Email" type="email" inputMode="email" autoComplete="email" {...field('email')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        rules={passwordRules}
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm')} />
      <Checkbox checked={consents} required onChange={event => setConsents(event.target.checked)}>
        I agree to the{' '}
        <a href="/terms-of-service" target="_blank" rel="noreferrer">
          Terms of Service
        </a>
        .
      </Checkbox>
      <Button type="submit" disabled={!ready} busy={busy}>
        Sign up
      </Button>
      <ButtonAnchor look="outline" href="/auth/login/google">
        Continue with Google
      </ButtonAnchor>
      <p>
        You have an account? <Link to="/login">Login</Link>
      </p>
    </FormPage>
  );
}

/** The field the server's refusal is about; what is about none stands at the username. */
function fieldOf(failure: unknown): 'username' | 'email' | 'password' {
  const field = failure instanceof CallFailure ? failure.body?.errorField : undefined;
  return field === 'email' || field === 'password' ? field : 'username';
}
