import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { forgotPassword, resendVerification } from '../../../facade/identity.ts';
import { Banner, bannerAction } from '../../shared/components/feedback/Banner.tsx';
import { isDismissable, type NoticeAction, tell } from '../../shared/notification/texts.ts';
import { noticeOf, useNotice, useNotifications } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';
import styles from './NotificationBar.module.css';

/** The application's one notification (spec 4, 8). */
export function NotificationBar() {
  const notice = useNotice();
  const notifications = useNotifications();
  // Whoever caused it may be far down the page.
  useEffect(() => {
    if (notice) scrollTo(0, 0);
  }, [notice]);
  if (!notice) return null;
  const { text, action } = tell(notice);
  return (
    <div className={styles['bar']}>
      <Banner
        type={notice.type}
        onDismiss={isDismissable(notice) ? notifications.clear : undefined}
        action={action && <Action action={action} email={notice.fields.email} />}
      >
        {text}
      </Banner>
    </div>
  );
}

function Action({ action, email }: { action: NoticeAction; email: string | undefined }) {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const send = useMutation({
    mutationFn: (does: 'resend verification' | 'send reset code') => {
      const body = { email: email ?? '' };
      return does === 'resend verification'
        ? client.call(resendVerification, { body })
        : client.call(forgotPassword, { body });
    },
    onSuccess: ({ message, ...fields }) => notifications.set({ type: 'success', message, fields }),
    onError: failure => {
      const notice = noticeOf(failure, { email });
      if (notice) notifications.set(notice);
    },
  });
  if ('to' in action)
    return (
      <Link className={bannerAction} to={action.to} onClick={notifications.clear}>
        {action.label}
      </Link>
    );
  return (
    <button
      type="button"
      className={bannerAction}
      disabled={send.isPending}
      onClick={() => {
        if (action.does === 'send reset code') void navigate('/forgot-password');
        send.mutate(action.does);
      }}
    >
      {send.isPending ? 'Sending…' : action.label}
    </button>
  );
}
