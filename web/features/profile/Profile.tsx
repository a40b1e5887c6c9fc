import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { checkoutFailed, useCheckout } from '../../shared/billing/useCheckout.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { PageSpinner } from '../../shared/components/feedback/Spinner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { useNotifications } from '../../shared/notification.tsx';
import { profileQuery } from '../../shared/queries.ts';
import { useClient, useSession, useSessionActions } from '../../shared/session.tsx';
import { chooseTheme, type ThemeChoice, useThemeChoice } from '../../shared/theme/theme.ts';
import styles from './Profile.module.css';

const themeNames: Readonly<Record<ThemeChoice, string>> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  sepia: 'Sepia',
  contrast: 'High contrast',
};

/** Spec 2, profile. */
export default function Profile() {
  const client = useClient();
  const { isAdmin } = useSession();
  const { logout } = useSessionActions();
  const notifications = useNotifications();
  const navigate = useNavigate();
  const theme = useThemeChoice();
  const checkout = useCheckout();
  const [failed, setFailed] = useState(false);
  // Spec 7: the profile view fetches the profile again whenever it is opened.
  const profile = useQuery({ ...profileQuery(client), refetchOnMount: 'always' });
  if (profile.error)
    return <ErrorState messages={[loadFailure(profile.error)]} onRetry={() => void profile.refetch()} />;
  if (!profile.data) return <PageSpinner />;
  const { username, createdAt, email, activeSubscription } = profile.data;

  async function leave() {
    notifications.clear();
    try {
      await logout();
      await navigate('/login');
    } catch {
      setFailed(true);
    }
  }

  return (
    <div className={styles['page']}>
      <h1>{(username ?? email).slice(0, 20)}</h1>
      <p className={styles['soft']}>
        Member since{' '}
        {new Date(createdAt).toLocaleDateString('en', { year: 'numeric', month: 'long', day: 'numeric' })}
      </p>
      {failed && <Banner type="error">You are still logged in: the server did not answer.</Banner>}
      {!isAdmin && (
        <section id="subscription" className={styles['sheet']}>
          <h2>Subscription</h2>
          <p>
            {activeSubscription
              ? 'Your subscription is active: every chapter is open to you.'
              : 'The first chapter of every book is free. A subscription opens all others for $14.99 / month, cancel anytime.'}
          </p>
          {checkout.isError && <Banner type="error">{checkoutFailed}</Banner>}
          {!activeSubscription && (
            <div className={styles['actions']}>
              <Button look="gold" busy={checkout.isPending} onClick={() => checkout.mutate()}>
                Subscribe
              </Button>
            </div>
          )}
        </section>
      )}
      <section className={styles['sheet']}>
        <h2>Appearance</h2>
        <fieldset className={styles['themes']}>
          <legend>Colours of the page</legend>
          {Object.entries(themeNames).map(([choice, name]) => (
            <label key={choice}>
              <input
                type="radio"
                name="theme"
                checked={theme === choice}
                onChange={() => chooseTheme(choice as ThemeChoice)}
              />
              {name}
            </label>
          ))}
        </fieldset>
      </section>
      <div className={styles['actions']}>
        <ButtonLink look="outline" to="/settings">
          Settings
        </ButtonLink>
        {isAdmin && (
          <ButtonLink look="outline" to="/admin">
            Admin
          </ButtonLink>
        )}
        <Button look="quiet" onClick={() => void leave()}>
          Logout
        </Button>
      </div>
    </div>
  );
}
