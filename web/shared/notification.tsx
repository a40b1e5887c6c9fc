import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react';
import { CallFailure } from '../../facade/client/failure.ts';
import type { Notifications } from './notification/notifications.ts';
import type { Notice } from './notification/texts.ts';

const NotificationContext = createContext<Notifications | undefined>(undefined);

export function NotificationProvider({
  notifications,
  children,
}: {
  notifications: Notifications;
  children: ReactNode;
}) {
  return <NotificationContext value={notifications}>{children}</NotificationContext>;
}

/** Sets and clears the application's notification. */
export function useNotifications(): Notifications {
  const notifications = useContext(NotificationContext);
  if (!notifications) throw new Error('useNotifications needs a NotificationProvider above it');
  return notifications;
}

/** The current notification. */
export function useNotice(): Notice | null {
  const notifications = useNotifications();
  return useSyncExternalStore(notifications.subscribe, notifications.showing, () => null);
}

/** The error notification of a failed call (spec 8): its message code and account; null without a message. */
export function noticeOf(failure: unknown, fallback: Notice['fields'] = {}): Notice | null {
  if (!(failure instanceof CallFailure && failure.body)) return null;
  const { message, username = fallback.username, email = fallback.email } = failure.body;
  return { type: 'error', message, fields: { username, email } };
}
