import { ButtonLink } from '../../shared/components/Button.tsx';
import { EmptyState } from '../../shared/components/feedback/States.tsx';
import { usePageTitle } from '../../shared/page-title.ts';

export function NotFound() {
  usePageTitle('Page not found');
  return (
    <EmptyState heading="h1" title="Oops! The page you have requested does not exist.">
      <ButtonLink to="/">Go home</ButtonLink>
    </EmptyState>
  );
}
