import type { ReactNode } from 'react';
import { Icon, type IconName } from '../../shared/components/Icon.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Page.module.css';

/** What a verification link led to. */
export function VerificationPage({
  icon,
  title,
  children,
}: {
  icon: IconName;
  title: string;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <section className={styles['sheet']}>
        <span className={styles['sign']}>
          <Icon name={icon} size={32} />
        </span>
        <h1>{title}</h1>
        {children}
      </section>
    </div>
  );
}
