import { useState } from 'react';
import { deleteAccount } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';
import type { useRecentLogin } from './useRecentLogin.tsx';

const CONFIRMATION = 'delete my account';

/** Deletes the account after an explanation and a typed confirmation. */
export function DeleteAccount({
  run,
  onDeleted,
}: {
  run: ReturnType<typeof useRecentLogin>['run'];
  onDeleted: () => void;
}) {
  const client = useClient();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const matches = typed.trim().toLowerCase() === CONFIRMATION;

  async function submit() {
    if (busy || !matches) return;
    setBusy(true);
    try {
      const done = await run(() => client.call(deleteAccount, { body: { confirmation: CONFIRMATION } }));
      if (done) return onDeleted();
    } catch (failure) {
      setError(refusalText(failure));
    }
    setBusy(false);
  }

  return (
    <>
      <Button look="warning" onClick={() => setOpen(true)}>
        Delete my account
      </Button>
      {open && (
        <Dialog
          title="Delete your account?"
          description="Your email address, username, password, messages and devices are deleted at once. What you read and answered stays as numbers without a name. This cannot be undone. A subscription ends at once, and nothing more is charged."
          onClose={() => setOpen(false)}
        >
          <form
            noValidate
            onSubmit={event => {
              event.preventDefault();
              void submit();
            }}
          >
            <Field
              label={`Type “${CONFIRMATION}”`}
              name="confirmation"
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              data-first-focus
              error={error}
              value={typed}
              onChange={event => {
                setTyped(event.target.value);
                setError(undefined);
              }}
            />
            <DialogActions>
              <Button look="quiet" onClick={() => setOpen(false)}>
                Keep my account
              </Button>
              <Button type="submit" look="danger" busy={busy} disabled={!matches}>
                Delete
              </Button>
            </DialogActions>
          </form>
        </Dialog>
      )}
    </>
  );
}
