import type { ReactNode } from 'react';
import { Link } from '../../shared/components/Link.tsx';
import { Logo } from '../../shared/components/Logo.tsx';
import styles from './Bar.module.css';

/** The head of the page: its name and the progress of the sitting. */
export function Bar({ children, line }: { children: ReactNode; line?: ReactNode }) {
  return (
    <header className={styles['top']}>
      <div className={styles['bar']}>
        <Link className={styles['logo']} to="/library" aria-label="Camino, to the library">
          <Logo compact />
        </Link>
        <p className={styles['where']}>
          <b>Review</b>
          <span>in sentences you have read</span>
        </p>
        <div className={styles['end']}>{children}</div>
      </div>
      {line}
    </header>
  );
}
