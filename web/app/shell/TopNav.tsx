import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useLocation, useMatch } from 'react-router-dom';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { Logo } from '../../shared/components/Logo.tsx';
import { logoutFailed, useLogout } from '../../shared/logout.ts';
import { useSession } from '../../shared/session.tsx';
import { scrollUpSoon } from './scroll.ts';
import styles from './TopNav.module.css';
import { useMedia } from './useMedia.ts';

interface NavigationLink {
  readonly to: string;
  readonly name: string;
  /** In the bar only if there is room; always in the drawer. */
  readonly roomy?: true;
}

/** The navigation links for signed-in users, in order. */
const navigationLinks: readonly NavigationLink[] = [
  { to: '/library', name: 'Library' },
  { to: '/vocabulary', name: 'Vocabulary' },
  { to: '/progress', name: 'Progress' },
  { to: '/profile', name: 'Profile' },
  { to: '/settings', name: 'Settings', roomy: true },
];

/** Spec 2, Top navigation: at 500 px or less the links of a signed-in user collapse into a drawer. */
export function TopNav() {
  const { status, resettingPassword } = useSession();
  const { pathname } = useLocation();
  const narrow = useMedia('(max-width: 500px)');
  const roomy = useMedia('(min-width: 720px)');
  const signedIn = status === 'signed-in' && !resettingPassword;
  return (
    <header className={styles['nav']} data-on-paper={pathname === '/' || undefined}>
      <Link className={styles['logo']} to="/" aria-label="Camino, home" onClick={scrollUpSoon}>
        <Logo />
      </Link>
      {signedIn && narrow && <Drawer />}
      {signedIn && !narrow && (
        <nav className={styles['links']} aria-label="Main">
          {navigationLinks.map(({ to, name, roomy: needsRoom }) =>
            needsRoom && !roomy ? null : (
              <Tab key={to} to={to}>
                {name}
              </Tab>
            ),
          )}
          <Subscribe />
          <UserIcon />
        </nav>
      )}
      {(status === 'signed-out' || status === 'unreachable') && (
        <nav className={styles['links']} aria-label="Main">
          <Tab to="/login">Login</Tab>
          <Link className={styles['signUp']} to="/sign-up">
            Sign up
          </Link>
        </nav>
      )}
    </header>
  );
}

function Tab({ to, children }: { to: string; children: string }) {
  const isHere = useMatch({ path: to, end: false }) !== null;
  return (
    <Link
      to={to}
      className={`${styles['tab']} ${isHere ? styles['on'] : ''}`}
      aria-current={isHere ? 'page' : undefined}
    >
      {children}
    </Link>
  );
}

/** For signed-in users without subscription who are not admins; its label shows above 600 px. */
function Subscribe() {
  const { subscribed, isAdmin } = useSession();
  const wide = useMedia('(min-width: 601px)');
  if (subscribed || isAdmin) return null;
  return (
    <Link className={styles['subscribe']} to="/profile#subscription" aria-label="Subscribe">
      <Icon name="heart" size={18} />
      {wide && 'Subscribe'}
    </Link>
  );
}

function UserIcon() {
  const { username, subscribed, isAdmin } = useSession();
  const roleClass = isAdmin ? styles['admin'] : subscribed ? styles['subscriber'] : '';
  return (
    <Link className={styles['who']} to="/profile" title={username ?? 'profile'}>
      <i className={roleClass} aria-hidden="true">
        {(username ?? '?').slice(0, 1).toUpperCase()}
      </i>
      <span>{(username ?? '').slice(0, 5)}</span>
    </Link>
  );
}

function Drawer() {
  const { pathname } = useLocation();
  // The path it was opened on: a new path closes it, as leaving this width or this session does.
  const [openOn, setOpenOn] = useState<string | null>(null);
  const open = openOn === pathname;
  const { logOut, failed } = useLogout();
  const drawer = useRef<HTMLDivElement>(null);
  const burger = useRef<HTMLButtonElement>(null);
  /** The focused link goes with the drawer, so the focus moves to its button. */
  const closeOnEscape = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return;
    setOpenOn(null);
    burger.current?.focus();
  };
  useEffect(() => {
    if (!open) return;
    const close = ({ target }: PointerEvent) => {
      if (target instanceof Node && !drawer.current?.contains(target)) setOpenOn(null);
    };
    document.addEventListener('pointerdown', close);
    return () => document.removeEventListener('pointerdown', close);
  }, [open]);
  return (
    <div ref={drawer}>
      <button
        ref={burger}
        type="button"
        className={styles['burger']}
        aria-expanded={open}
        aria-controls="drawer"
        aria-label={open ? 'Close the menu' : 'Open the menu'}
        onClick={() => setOpenOn(open ? null : pathname)}
        onKeyDown={closeOnEscape}
      >
        <Icon name={open ? 'close' : 'menu'} size={24} />
      </button>
      {open && (
        <nav
          id="drawer"
          className={styles['drawer']}
          aria-label="Main"
          onKeyDown={closeOnEscape}
          // A link to the current page changes no path, but closes it too.
          onClick={event => event.target instanceof Element && event.target.closest('a') && setOpenOn(null)}
        >
          <div className={styles['row']}>
            <UserIcon />
            <Subscribe />
          </div>
          {navigationLinks.map(({ to, name }) => (
            <Tab key={to} to={to}>
              {name}
            </Tab>
          ))}
          <button type="button" className={styles['tab']} onClick={() => void logOut()}>
            Logout
          </button>
          {failed && <Banner type="error">{logoutFailed}</Banner>}
        </nav>
      )}
    </div>
  );
}
