import { Link } from 'react-router-dom';
import { Logo } from '../../shared/components/Logo.tsx';
import styles from './Footer.module.css';

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
        <Link to="/" className={styles['logo']} aria-label="Camino, home">
          <Logo />
        </Link>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <h2>{title}</h2>
            <ul className={styles['list']}>
              {links.map(([label, to]) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <p className={styles['copyright']}>© 2024 Camino</p>
      </div>
    </footer>
  );
}
