import { ButtonLink } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { usePageTitle } from '../../shared/page-title.ts';

/** Outside the reset state (spec 2). */
export default function ResetPassword() {
  usePageTitle('Reset password');
  return (
    <ErrorState messages={['Error resetting password']}>
      <ButtonLink look="outline" to="/forgot-password">
        Back to forgot password
      </ButtonLink>
    </ErrorState>
  );
}
