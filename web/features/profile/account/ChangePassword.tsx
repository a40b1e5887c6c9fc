import { useState } from 'react';
import { meets, passwordRules } from '../../../../domain/account/rules.ts';
import { CallFailure } from '../../../../facade/client/failure.ts';
import { changePassword } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { PasswordField } from '../../../shared/components/form/Field.tsx';
import { useFields } from '../../../shared/components/form/useFields.ts';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import styles from '../Profile.module.css';
import type { useRecentLogin } from './useRecentLogin.tsx';

const nothing = { currentPassword: '', password: '', confirm: '' };

function wrongWith({ currentPassword, password, confirm }: typeof nothing) {
  return {
    currentPassword: currentPassword === '' ? 'Please fill this in.' : undefined,
    password: meets(passwordRules, password) ? undefined : 'This password does not meet the rules.',
    confirm: confirm === password ? undefined : 'The passwords are not the same.',
  };
}

/** A new password for somebody who knows the old one; other devices are signed out. */
export function ChangePassword({ run }: { run: ReturnType<typeof useRecentLogin>['run'] }) {
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [changed, setChanged] = useState(false);
  const { values, field, isValid, refuse, put } = useFields(nothing, wrongWith);

  async function submit() {
    if (busy || !isValid) return;
    setBusy(true);
    const { currentPassword, password } = values;
    try {
      const done = await run(() => client.call(changePassword, { body: { currentPassword, password } }));
      if (done) {
        setChanged(true);
        setOpen(false);
        put(() => nothing);
      }
    } catch (failure) {
      const at = failure instanceof CallFailure ? failure.body?.errorField : undefined;
      refuse(at === 'currentPassword' ? at : 'password', refusalText(failure));
    }
    setBusy(false);
  }

  return (
    <>
      {changed && !open && (
        <Banner type="success">Your password was changed. Other devices are signed out.</Banner>
      )}
      {open ? (
        <form
          className={styles['form']}
          noValidate
          onSubmit={event => {
            event.preventDefault();
            void submit();
          }}
        >
          <PasswordField
            label="Current password"
            autoComplete="current-password"
            {...field('currentPassword')}
          />
          <PasswordField
            label="New password"
            autoComplete="new-password"
            rules={passwordRules}
            {...field('password')}
          />
          <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm')} />
          <div className={styles['actions']}>
            <Button type="submit" busy={busy} disabled={!isValid}>
              Save password
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles['actions']}>
          <Button look="outline" onClick={() => setOpen(true)}>
            Change password
          </Button>
        </div>
      )}
    </>
  );
}
