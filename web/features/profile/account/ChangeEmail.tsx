import { useState } from 'react';
import { isEmail } from '../../../../facade/email.ts';
import { changeEmail } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import styles from '../Profile.module.css';
import type { useRecentLogin } from './useRecentLogin.tsx';

/** A new address holds once the link sent to it was used. */
export function ChangeEmail({
  email,
  run,
}: {
  email: string;
  run: ReturnType<typeof useRecentLogin>['run'];
}) {
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const [sentTo, setSentTo] = useState<string>();

  async function submit() {
    if (busy || !isEmail(typed)) return;
    setBusy(true);
    try {
      const sent = await run(() => client.call(changeEmail, { body: { email: typed.trim() } }));
      if (sent) {
        setSentTo(sent.email);
        setOpen(false);
        setTyped('');
      }
    } catch (failure) {
      setError(refusalText(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <p>
        Your email address is <strong>{email}</strong>.
      </p>
      {sentTo !== undefined && (
        <Banner type="success">
          {`We sent a link to ${sentTo}. Your address changes once you open it and confirm.`}
        </Banner>
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
          <div className={styles['actions']}>
            <Button type="submit" busy={busy} disabled={!isEmail(typed) || error !== undefined}>
              Send the link
            </Button>
            <Button look="quiet" onClick={() => setOpen(false)}>
              Cancel
            </Button>
          </div>
        </form>
      ) : (
        <div className={styles['actions']}>
          <Button look="outline" onClick={() => setOpen(true)}>
            Change email
          </Button>
        </div>
      )}
    </>
  );
}
