import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meets, passwordRules } from '../../../../domain/account/rules.ts';
import { CallFailure } from '../../../../facade/client/failure.ts';
import { changePassword } from '../../../../facade/own-account.ts';
import { PasswordField } from '../../../shared/components/form/Field.tsx';
import { useFields } from '../../../shared/components/form/useFields.ts';
import { profileQuery } from '../../../shared/queries.ts';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import { ExpandableForm } from './ExpandableForm.tsx';
import type { useRecentLogin } from './useRecentLogin.tsx';

const nothing = { currentPassword: '', password: '', confirm: '' };

function wrongWith({ currentPassword, password, confirm }: typeof nothing) {
  return {
    currentPassword: currentPassword === '' ? 'Please fill this in.' : undefined,
    password: meets(passwordRules, password) ? undefined : 'This password does not meet the rules.',
    confirm: confirm === password ? undefined : 'The passwords are not the same.',
  };
}

/** Changes the password; needs the current one. Other devices are signed out, and a linked Google account is unlinked. */
export function ChangePassword({
  googleLinked,
  run,
}: {
  googleLinked: boolean;
  run: ReturnType<typeof useRecentLogin>['run'];
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [changed, setChanged] = useState<string>();
  const { values, field, isValid, refuse, put } = useFields(nothing, wrongWith);

  async function submit(): Promise<boolean> {
    const { currentPassword, password } = values;
    try {
      const done = await run(() => client.call(changePassword, { body: { currentPassword, password } }));
      if (!done) return false;
      setChanged(
        `Your password was changed. Other devices are signed out${googleLinked ? ', and Google is not linked any more' : ''}.`,
      );
      put(() => nothing);
      void queries.invalidateQueries({ queryKey: profileQuery(client).queryKey });
      return true;
    } catch (failure) {
      const at = failure instanceof CallFailure ? failure.body?.errorField : undefined;
      refuse(at === 'currentPassword' ? at : 'password', refusalText(failure));
      return false;
    }
  }

  return (
    <ExpandableForm
      about={<b>Password</b>}
      label="Change password"
      submitLabel="Save password"
      isValid={isValid}
      success={changed}
      submit={submit}
    >
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        autoFocus
        {...field('currentPassword')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        rules={passwordRules}
        {...field('password')}
      />
      <PasswordField label="Confirm password" autoComplete="new-password" {...field('confirm')} />
    </ExpandableForm>
  );
}
