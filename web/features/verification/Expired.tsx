import { useSearchParams } from 'react-router-dom';
import { resendVerification } from '../../../facade/identity.ts';
import { useAction } from '../../shared/action.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { notificationText } from '../../shared/notification/texts.ts';
import { noticeOf, useNotifications } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';
import { VerificationPage } from './Page.tsx';

export default function Expired() {
  const client = useClient();
  const [about] = useSearchParams();
  const email = about.get('email') ?? '';
  const username = about.get('username') ?? undefined;
  const notifications = useNotifications();
  const resend = useAction(async () => {
    await client.call(resendVerification, { body: { email } });
    notifications.clear();
  });
  const notice = resend.stage === 'failed' ? noticeOf(resend.failure, { email, username }) : null;
  return (
    <VerificationPage icon="mail" title="This link is too old">
      {resend.stage === 'done' ? (
        <p role="status">Resent verification email. Check your inbox to verify your account.</p>
      ) : (
        <>
          <p>Verification failed because the link expired.</p>
          {resend.stage === 'failed' && (
            <Banner type="error">{notice ? notificationText(notice).text : 'no server response'}</Banner>
          )}
          <Button busy={resend.stage === 'pending'} disabled={email === ''} onClick={() => resend.run()}>
            Get new link
          </Button>
        </>
      )}
    </VerificationPage>
  );
}
