import type { ReactNode } from 'react';
import { usePageTitle } from '../../page-title.ts';
import styles from './FormPage.module.css';

/** One form on one sheet. */
export function FormPage({
  title,
  lede,
  onSubmit,
  onFocus,
  children,
}: {
  title: string;
  lede?: ReactNode;
  onSubmit: () => void | Promise<void>;
  /** Called at the first use of the form. */
  onFocus?: () => void;
  children: ReactNode;
}) {
  usePageTitle(title);
  return (
    <div className={styles['page']}>
      <form
        className={styles['sheet']}
        noValidate
        onFocus={onFocus}
        onSubmit={event => {
          event.preventDefault();
          void onSubmit();
        }}
      >
        <h1>{title}</h1>
        {lede && <p className={styles['lede']}>{lede}</p>}
        {children}
      </form>
    </div>
  );
}
