import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useNotifications } from './notification.tsx';
import { useSessionActions } from './session.tsx';

/** Logs out and navigates to the login page. A failure clears the notification, and the session continues (spec 4). */
export function useLogout(): { readonly logOut: () => Promise<void>; readonly failed: boolean } {
  const session = useSessionActions();
  const notifications = useNotifications();
  const navigate = useNavigate();
  const [failed, setFailed] = useState(false);
  async function logOut() {
    notifications.clear();
    try {
      const device = await import('./device/log-out.ts');
      await device.logOut(session);
      // The next login must not return here, because it may be that of another learner.
      await navigate('/login', { replace: true });
    } catch (failure) {
      console.error(failure);
      setFailed(true);
    }
  }
  return { logOut, failed };
}

/** The message when the server did not end the session. */
export const logoutFailed = 'You are still logged in: the server did not answer.';
