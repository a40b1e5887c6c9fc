import { useMutation } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { resendVerification } from '../../../facade/identity.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { tell } from '../../shared/notification/texts.ts';
import { noticeOf } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';
import { VerificationPage } from './Page.tsx';

export default function Expired() {
  const client = useClient();
  const [about] = useSearchParams();
  const email = about.get('email') ?? '';
  const resend = useMutation({ mutationFn: () => client.call(resendVerification, { body: { email } }) });
  const notice = resend.isError ? noticeOf(resend.error, { email }) : null;
  return (
    <VerificationPage icon="mail" title="This link is too old">
      {resend.isSuccess ? (
        <p role="status">Resent verification email. Check your inbox to verify your account.</p>
      ) : (
        <>
          <p>Verification failed because the link expired.</p>
          {resend.isError && (
            <Banner type="error">{notice ? tell(notice).text : 'no server response'}</Banner>
          )}
          <Button busy={resend.isPending} disabled={email === ''} onClick={() => resend.mutate()}>
            Get new link
          </Button>
        </>
      )}
    </VerificationPage>
  );
}
