import { ButtonLink } from '../../shared/components/Button.tsx';
import { EmptyState } from '../../shared/components/feedback/States.tsx';

export function NotFound() {
  return (
    <EmptyState title="Oops! The page you have requested does not exist.">
      <ButtonLink to="/">Go home</ButtonLink>
    </EmptyState>
  );
}
