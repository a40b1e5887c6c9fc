import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { forgotPassword, resendVerification } from '../../../facade/identity.ts';
import { stateAfter } from '../../features/password/flow.ts';
import { useAction } from '../../shared/action.ts';
import { Banner, bannerAction } from '../../shared/components/feedback/Banner.tsx';
import { Link } from '../../shared/components/Link.tsx';
import {
  isDismissable,
  type Notice,
  type NoticeAction,
  notificationText,
} from '../../shared/notification/texts.ts';
import { noticeOf, useNotice, useNotifications } from '../../shared/notification.tsx';
import { useClient } from '../../shared/session.tsx';
import styles from './NotificationBar.module.css';

/** Errors that a page shows itself, so that they are not shown twice. */
const shownByPage: Readonly<Record<string, (message: string) => boolean>> = {
  '/forgot-password': message => stateAfter(message) !== undefined,
  '/verification-expired': message => message === 'email verification link expired',
};

/** The application's one notification (spec 4, 8). */
export function NotificationBar() {
  const notice = useNotice();
  const notifications = useNotifications();
  const { pathname } = useLocation();
  const bar = useRef<HTMLDivElement>(null);
  // The user may have scrolled far down the page.
  useEffect(() => {
    if (notice) scrollTo(0, 0);
  }, [notice]);
  if (!notice || (notice.type === 'error' && shownByPage[pathname]?.(notice.message))) return null;
  const { text, note, action } = notificationText(notice);
  /** Its button goes with it, so the focus moves to the page. */
  const dismiss = () => {
    bar.current?.closest('main')?.focus({ preventScroll: true });
    notifications.clear();
  };
  return (
    <div ref={bar} className={styles['bar']}>
      <Banner
        type={notice.type}
        onDismiss={isDismissable(notice) ? dismiss : undefined}
        action={action && <Action action={action} about={notice.fields} />}
      >
        {text}
        {note !== undefined && <span className={styles['note']}>{note}</span>}
      </Banner>
    </div>
  );
}

function Action({ action, about }: { action: NoticeAction; about: Notice['fields'] }) {
  const client = useClient();
  const navigate = useNavigate();
  const notifications = useNotifications();
  const send = useAction(async (does: 'resend verification' | 'send reset code') => {
    const body = { email: about.email ?? '' };
    try {
      const { message, ...fields } = await client.call(
        does === 'resend verification' ? resendVerification : forgotPassword,
        { body },
      );
      notifications.set({ type: 'success', message, fields });
    } catch (failure) {
      const notice = noticeOf(failure, about);
      if (notice) notifications.set(notice);
    }
  });
  const isPending = send.stage === 'pending';
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
      // A disabled button would lose the focus.
      aria-disabled={isPending || undefined}
      onClick={() => {
        if (isPending) return;
        if (action.does === 'send reset code') void navigate('/forgot-password');
        send.run(action.does);
      }}
    >
      {isPending ? 'Sending…' : action.label}
    </button>
  );
}
