import { revertEmail } from '../../../facade/own-account.ts';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { useLinkCode } from '../../shared/link-code.ts';
import { useClient } from '../../shared/session.tsx';
import { MailedLink } from './MailedLink.tsx';

export default function RevertEmail() {
  const client = useClient();
  const code = useLinkCode();
  return (
    <MailedLink
      title="Take your account back"
      question="Your account gets this address again, everybody is signed out, and the password is void: you set a new one with a code from your mail."
      button="Change it back"
      act={async () => (await client.call(revertEmail, { body: { code } })).email}
      done={email => (
        <>
          <p>Your email address is {email} again. Now set a new password.</p>
          <ButtonLink to="/forgot-password">Get a code</ButtonLink>
        </>
      )}
    />
  );
}
