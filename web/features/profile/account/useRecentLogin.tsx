import { type ReactNode, useRef, useState } from 'react';
import { CallFailure } from '../../../../facade/client/failure.ts';
import { confirmIdentity, linkProvider } from '../../../../facade/identity.ts';
import { recentLoginRequired } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { PasswordField } from '../../../shared/components/form/Field.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useClient } from '../../../shared/session.tsx';

/**
 * For calls that need a login within the last five minutes: after such a refusal a dialog asks to confirm the identity, and the
 * call is repeated.
 */
export function useRecentLogin({ hasPassword }: { hasPassword: boolean }): {
  /** Rejects with the refusal of the call; resolves without a value when the learner cancels. */
  readonly run: <Result>(call: () => Promise<Result>) => Promise<Result | undefined>;
  /** The dialog; render it anywhere on the page. */
  readonly dialog: ReactNode;
} {
  const [asking, setAsking] = useState<{ readonly answer: (confirmed: boolean) => void }>();
  /** Calls that are refused while the dialog is open share its answer. */
  const asked = useRef<Promise<boolean>>(undefined);
  function confirmed(): Promise<boolean> {
    asked.current ??= new Promise<boolean>(answer => setAsking({ answer })).finally(() => {
      asked.current = undefined;
      setAsking(undefined);
    });
    return asked.current;
  }
  async function run<Result>(call: () => Promise<Result>): Promise<Result | undefined> {
    try {
      return await call();
    } catch (failure) {
      if (!(failure instanceof CallFailure && failure.body?.message === recentLoginRequired)) throw failure;
    }
    return (await confirmed()) ? call() : undefined;
  }
  const dialog = asking && <ConfirmIdentity hasPassword={hasPassword} answer={asking.answer} />;
  return { run, dialog };
}

function ConfirmIdentity({
  hasPassword,
  answer,
}: {
  hasPassword: boolean;
  answer: (confirmed: boolean) => void;
}) {
  const client = useClient();
  const [password, setPassword] = useState('');
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);

  async function confirm(call: () => Promise<void>) {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      await call();
    } catch (failure) {
      setError(refusalText(failure));
    }
    setBusy(false);
  }
  const withPassword = () =>
    confirm(async () => {
      await client.call(confirmIdentity, { body: { password } });
      answer(true);
    });
  const withGoogle = () =>
    confirm(async () => {
      const { url } = await client.call(linkProvider, {
        params: { provider: 'google' },
        body: { to: 'confirm' },
      });
      location.assign(url);
    });

  return (
    <Dialog
      title="Confirm that it is you"
      description={
        hasPassword
          ? 'Type your password again. It is asked for once in five minutes.'
          : 'Sign in with Google again, then come back to what you were about to do.'
      }
      onClose={() => answer(false)}
    >
      <form
        noValidate
        onSubmit={event => {
          event.preventDefault();
          void (hasPassword ? withPassword() : withGoogle());
        }}
      >
        {hasPassword && (
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            data-first-focus
            error={error}
            value={password}
            onChange={event => {
              setPassword(event.target.value);
              setError(undefined);
            }}
          />
        )}
        {!hasPassword && error && <p role="alert">{error}</p>}
        <DialogActions>
          <Button look="quiet" onClick={() => answer(false)}>
            Cancel
          </Button>
          <Button type="submit" busy={busy} disabled={hasPassword && password === ''}>
            {hasPassword ? 'Confirm' : 'Continue with Google'}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
