import { ButtonLink } from '../../shared/components/Button.tsx';
import { VerificationPage } from './Page.tsx';

export default function Failure() {
  return (
    <VerificationPage icon="alert" title="That did not work">
      <p>Unable to verify email due to an internal server error.</p>
      <ButtonLink to="/login">Return to login</ButtonLink>
    </VerificationPage>
  );
}
