import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotifications } from './notification.tsx';
import { useSessionActions } from './session.tsx';

/** Logs out and leads to the login page. A failure clears the notification and leaves everybody signed in (spec 4). */
export function useLogout(): { readonly leave: () => Promise<void>; readonly failed: boolean } {
  const session = useSessionActions();
  const notifications = useNotifications();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  async function leave() {
    notifications.clear();
    try {
      const { leave } = await import('./device/leave.ts');
      await leave(session);
      // Not back here after the next login: that may be somebody else.
      await navigate('/login', { replace: true });
    } catch (failure) {
      console.error(failure);
      setFailed(true);
    }
  }
  return { leave, failed };
}

/** What is said when the server did not end the session. */
export const logoutFailed = 'You are still logged in: the server did not answer.';
