import { type ReactNode, useState } from 'react';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { refusalText } from '../../shared/refusal-text.ts';
import { VerificationPage } from '../verification/Page.tsx';

/** A page behind a mailed link: nothing happens before its button is pressed. */
export function MailedLink({
  title,
  question,
  button,
  act,
  done,
}: {
  title: string;
  question: string;
  button: string;
  /** Resolves with the address that holds now. */
  act: () => Promise<string>;
  done: (email: string) => ReactNode;
}) {
  const [email, setEmail] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  async function press() {
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      setEmail(await act());
    } catch (failure) {
      setError(refusalText(failure));
    }
    setBusy(false);
  }
  return (
    <VerificationPage icon={email === undefined ? 'mail' : 'check'} title={title}>
      {error !== undefined && <Banner type="error">{error}</Banner>}
      {email === undefined ? (
        <>
          <p>{question}</p>
          <Button busy={busy} onClick={() => void press()}>
            {button}
          </Button>
          <ButtonLink look="quiet" to="/">
            Not now
          </ButtonLink>
        </>
      ) : (
        <div role="status">{done(email)}</div>
      )}
    </VerificationPage>
  );
}
