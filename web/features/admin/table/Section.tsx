import type { ReactNode } from 'react';
import styles from './Section.module.css';

/** A part of the page that an address can name. */
export function Section({
  id,
  title,
  lede,
  aside,
  children,
}: {
  id: string;
  title: string;
  lede?: ReactNode;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section id={id} className={styles['section']} aria-labelledby={`${id}-title`}>
      <header>
        <h2 id={`${id}-title`}>{title}</h2>
        {lede !== undefined && <p>{lede}</p>}
        {aside}
      </header>
      {children}
    </section>
  );
}
