import { Link } from 'react-router-dom';
import { Logo } from '../../shared/components/Logo.tsx';
import { themeNames } from '../../shared/theme/names.ts';
import { choiceFrom, chooseTheme, useThemeChoice } from '../../shared/theme/theme.ts';
import styles from './Footer.module.css';
import { scrollUpSoon } from './scroll.ts';

const columns = [
  {
    title: 'Company',
    links: [
      ['About', '/about'],
      ['Contact Us', '/contact'],
      ['Donate', '/donate'],
    ],
  },
  {
    title: 'Support',
    links: [
      ['FAQ', '/faq'],
      ['Report an issue', '/report-issue'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Terms of Service', '/terms-of-service'],
      ['Privacy Policy', '/privacy-policy'],
    ],
  },
] as const;

/** Spec 2, Footer. */
export function Footer() {
  return (
    <footer className={styles['footer']}>
      <div className={styles['inner']}>
        <Link to="/" className={styles['logo']} aria-label="Camino, home" onClick={scrollUpSoon}>
          <Logo />
        </Link>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className={styles['list']}>
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to} onClick={scrollUpSoon}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <div className={styles['end']}>
          <p>© 2024 Camino</p>
          <Colours />
        </div>
      </div>
    </footer>
  );
}

/** The theme, for visitors too. */
function Colours() {
  const theme = useThemeChoice();
  return (
    <label className={styles['colours']}>
      Colours
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
