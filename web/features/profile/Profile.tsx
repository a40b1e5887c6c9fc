import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayOf } from '../../shared/billing/day.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { logoutFailed, useLogout } from '../../shared/logout.ts';
import { useNotifications } from '../../shared/notification.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient, useSession, useSessionActions } from '../../shared/session.tsx';
import { Account } from './account/Account.tsx';
import { YourData } from './data/YourData.tsx';
import styles from './Profile.module.css';
import { ResetNotes } from './ResetNotes.tsx';
import { SetUsername } from './SetUsername.tsx';
import { SubscriptionPanel } from './SubscriptionPanel.tsx';

/** Spec 2, profile. */
export default function Profile() {
  usePageTitle('Profile');
  const client = useClient();
  const { isAdmin, role } = useSession();
  const { logOut, failed } = useLogout();
  const { forget } = useSessionActions();
  const notifications = useNotifications();
  const [named, setNamed] = useState<string>();
  // Spec 7: the profile view fetches the profile again whenever it is opened.
  const profile = useQuery({ ...profileQuery(client), refetchOnMount: 'always' });
  if (profile.error && !profile.data)
    return <ErrorState messages={[loadFailure(profile.error)]} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <PageSpinner />;
  const { username, createdAt, email } = profile.data;

  return (
    <div className={styles['page']}>
      <h1>{username?.slice(0, 20) ?? email}</h1>
      <p className={styles['soft']}>Member since {dayOf(createdAt)}</p>
      {failed && <Banner type="error">{logoutFailed}</Banner>}
      {named !== undefined && <Banner type="success">Username updated to {named}</Banner>}
      {username === null && <SetUsername onNamed={setNamed} />}
      {!isAdmin && <SubscriptionPanel profile={profile.data} />}
      <ResetNotes />
      <Account
        own={profile.data}
        signedOut={why => {
          notifications.set({ type: 'success', message: why, fields: {} }, false);
          forget();
        }}
      />
      <YourData />
      <div className={styles['actions']}>
        <ButtonLink look="outline" to="/placement">
          What I know already
        </ButtonLink>
        <ButtonLink look="outline" to="/settings">
          Settings
        </ButtonLink>
        {isAdmin && (
          <ButtonLink look="outline" to="/admin">
            Admin
          </ButtonLink>
        )}
        {role === 'employee' && (
          <ButtonLink look="outline" to="/desk">
            Desk
          </ButtonLink>
        )}
        <Button look="quiet" onClick={() => void logOut()}>
          Logout
        </Button>
      </div>
    </div>
  );
}
