import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { VerificationPage } from './Page.tsx';

export default function Success() {
  const [about] = useSearchParams();
  const username = about.get('username');
  return (
    <VerificationPage icon="check" title="Your address is verified">
      <p>{`Verified ${about.get('email') ?? 'your email'}. Please login${username ? `, ${username}` : ''}.`}</p>
      <ButtonLink to="/login">Login</ButtonLink>
    </VerificationPage>
  );
}
