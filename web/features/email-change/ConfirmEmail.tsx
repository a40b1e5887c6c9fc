import { confirmEmail } from '../../../facade/own-account.ts';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { useLinkCode } from '../../shared/link-code.ts';
import { useClient } from '../../shared/session.tsx';
import { MailedLink } from './MailedLink.tsx';

export default function ConfirmEmail() {
  const client = useClient();
  const code = useLinkCode();
  return (
    <MailedLink
      title="Confirm your new email"
      question="From then on your mail goes to this address, and you log in with it."
      button="Confirm"
      act={async () => (await client.call(confirmEmail, { body: { code } })).email}
      done={email => (
        <>
          <p>Your email address is {email} now.</p>
          <ButtonLink to="/profile">To your profile</ButtonLink>
        </>
      )}
    />
  );
}
