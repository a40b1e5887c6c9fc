import { useState } from 'react';
import { isEmail } from '../../../../facade/email.ts';
import { changeEmail } from '../../../../facade/own-account.ts';
import { Field } from '../../../shared/components/form/Field.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import { ExpandableForm } from './ExpandableForm.tsx';
import type { useRecentLogin } from './useRecentLogin.tsx';

/** Asks for a new address. The address changes once the link sent to it has been used. */
export function ChangeEmail({
  email,
  run,
}: {
  email: string;
  run: ReturnType<typeof useRecentLogin>['run'];
}) {
  const client = useClient();
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [sentTo, setSentTo] = useState<string>();

  async function submit(): Promise<boolean> {
    try {
      const sent = await run(() => client.call(changeEmail, { body: { email: typed.trim() } }));
      if (!sent) return false;
      setSentTo(sent.email);
      setTyped('');
      return true;
    } catch (failure) {
      setError(refusalText(failure));
      return false;
    }
  }

  return (
    <ExpandableForm
      about={
        <>
          <b>Email</b> <span>{email}</span>
        </>
      }
      label="Change email"
      submitLabel="Send the link"
      isValid={isEmail(typed) && error === undefined}
      success={sentTo && `We sent a link to ${sentTo}. Your address changes once you open it and confirm.`}
      submit={submit}
    >
      <Field
        label="New email"
        name="email"
        type="email"
        inputMode="email"
        autoComplete="email"
        autoFocus
        error={error}
        value={typed}
        onChange={event => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
    </ExpandableForm>
  );
}
