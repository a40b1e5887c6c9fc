import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { meets, passwordRules } from '../../../domain/account/rules.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { setPassword } from '../../../facade/identity.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { PasswordField } from '../../shared/components/form/Field.tsx';
import { FormPage } from '../../shared/components/form/FormPage.tsx';
import { useFields } from '../../shared/components/form/useFields.ts';
import { Link } from '../../shared/components/Link.tsx';
import { useNotifications } from '../../shared/notification.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useClient, useSession, useSessionActions } from '../../shared/session.tsx';
import { VerificationPage } from '../verification/Page.tsx';

const nothing = { password: '', confirm: '' };

function wrongWith({ password, confirm }: typeof nothing) {
  return {
    password: meets(passwordRules, password) ? undefined : 'This password does not meet the rules.',
    confirm: confirm === password ? undefined : 'The passwords are not the same.',
  };
}

/** Spec 2 and 4: a new password, in the reset state only. The reset state ends in any case. */
export default function ResetPassword() {
  const { resettingPassword } = useSession();
  // Setting the password ends the reset state; the page stays until the redirect.
  const began = useRef(resettingPassword);
  return resettingPassword || began.current ? <NewPassword /> : <Outside />;
}

function NewPassword() {
  usePageTitle('Reset password');
  const client = useClient();
  const { forget } = useSessionActions();
  const notifications = useNotifications();
  const navigate = useNavigate();
  const { values, field, isValid, refuse } = useFields(nothing, wrongWith);
  const [busy, setBusy] = useState(false);
  const [over, setOver] = useState(false);

  async function submit() {
    if (!isValid || busy || over) return;
    setBusy(true);
    try {
      const { message, ...fields } = await client.call(setPassword, { body: { password: values.password } });
      notifications.set({ type: 'success', message, fields });
      forget();
      await navigate('/login', { replace: true });
    } catch (failure) {
      setBusy(false);
      // Refused for what it is, the password can be typed again; anything else ends the state (spec 4).
      const status = failure instanceof CallFailure ? failure.status : undefined;
      if (status === 400 || status === 422) return refuse('password', refusalText(failure));
      forget();
      setOver(true);
      const message = 'unable to reset password';
      notifications.set({ type: 'error', message, fields: {} }, false);
    }
  }

  return (
    <FormPage title="Reset password" lede="Choose a new password." onSubmit={submit}>
      <PasswordField
        label="New password"
        autoComplete="new-password"
        rules={passwordRules}
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm')} />
      <Button type="submit" disabled={!isValid || over} busy={busy}>
        {busy ? 'Saving…' : 'Set password'}
      </Button>
      <p>
        <Link to="/forgot-password">Get another code</Link>
      </p>
    </FormPage>
  );
}

function Outside() {
  return (
    <VerificationPage icon="alert" title="Reset password">
      <p role="alert">Error resetting password</p>
      <ButtonLink look="outline" to="/forgot-password">
        Back to forgot password
      </ButtonLink>
    </VerificationPage>
  );
}
