import { lazy, Suspense, useState } from 'react';
import type { SiteLinks } from '../../../facade/site.ts';
import { Link } from '../../shared/components/Link.tsx';
import { Logo } from '../../shared/components/Logo.tsx';
import { useSite } from '../../shared/site.tsx';
import { themeNames } from '../../shared/theme/names.ts';
import { choiceFrom, chooseTheme, useThemeChoice } from '../../shared/theme/theme.ts';
import styles from './Footer.module.css';
import { scrollUpSoon } from './scroll.ts';

const ConsentDialog = lazy(() => import('../../shared/consent/ConsentDialog.tsx'));

interface Column {
  readonly title: string;
  readonly links: readonly FooterLink[];
}

interface FooterLink {
  readonly label: string;
  /** An internal path, or an address of another site. */
  readonly to: string;
}

const link = (label: string, to: string | null): readonly FooterLink[] =>
  to === null ? [] : [{ label, to }];

const columnsWith = ({ terms, privacy, cookies }: SiteLinks): readonly Column[] => [
  {
    title: 'Company',
    links: [
      { label: 'About', to: '/about' },
      { label: 'Contact Us', to: '/contact' },
      { label: 'Donate', to: '/donate' },
    ],
  },
  {
    title: 'Support',
    links: [
      { label: 'FAQ', to: '/faq' },
      { label: 'Report an issue', to: '/report-issue' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { label: 'Terms of Service', to: terms ?? '/terms-of-service' },
      { label: 'Privacy Policy', to: privacy ?? '/privacy-policy' },
      ...link('Cookie Policy', cookies),
    ],
  },
];

const socialOf = ({ images, videos }: SiteLinks) => [...link('Pictures', images), ...link('Videos', videos)];

/** Spec 2, Footer. */
export function Footer() {
  const { links } = useSite();
  const social = socialOf(links);
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <Link to="/" className={styles['logo']} aria-label="Camino, home" onClick={scrollUpSoon}>
          <Logo />
        </Link>
        {columnsWith(links).map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className={styles['list']}>
              {links.map(one => (
                <li key={one.label}>
                  <FooterAnchor {...one} />
                </li>
              ))}
              {title === 'Legal' && (
                <li>
                  <ConsentPreferences />
                </li>
              )}
            </ul>
          </nav>
        ))}
        <div className={styles['end']}>
          <p>© 2024 Camino</p>
          {social.length > 0 && (
            <nav aria-label="Camino elsewhere" className={styles['social']}>
              {social.map(one => (
                <FooterAnchor key={one.label} {...one} />
              ))}
            </nav>
          )}
          <ThemeSelect />
        </div>
      </div>
    </footer>
  );
}

/** An internal link scrolls its page to the top (spec 2); one to another site opens in a new tab. */
function FooterAnchor({ label, to }: FooterLink) {
  if (to.startsWith('/'))
    return (
      <Link to={to} onClick={scrollUpSoon}>
        {label}
      </Link>
    );
  return (
    <a href={to} target="_blank" rel="noopener" aria-label={`${label} (opens in a new tab)`}>
      {label}
    </a>
  );
}

/** Opens the choice again (spec 2, Footer). */
function ConsentPreferences() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Consent Preferences
      </button>
      {open && (
        <Suspense fallback={null}>
          <ConsentDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The theme, for visitors too. */
function ThemeSelect() {
  const theme = useThemeChoice();
  return (
    <label className={styles['colours']}>
      Colors
      <select value={theme} onChange={event => chooseTheme(choiceFrom(event.target.value))}>
        {themeNames.map(([choice, name]) => (
          <option key={choice} value={choice}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
