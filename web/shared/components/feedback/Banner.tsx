import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Banner.module.css';

/** A success or error message in a page, announced when it appears. Its icon says the same as its colour. */
export function Banner({
  type,
  children,
  action,
  onDismiss,
}: {
  type: 'success' | 'error';
  children: ReactNode;
  action?: ReactNode;
  /** Shows the x icon. */
  onDismiss?: (() => void) | undefined;
}) {
  return (
    <div className={`${styles['banner']} ${styles[type]}`} role={type === 'error' ? 'alert' : 'status'}>
      <span className={styles['sign']}>
        <Icon name={type === 'error' ? 'alert' : 'check'} />
      </span>
      <div className={styles['text']}>
        <p>{children}</p>
        {action}
      </div>
      {onDismiss && (
        <button type="button" className={styles['dismiss']} aria-label="Dismiss" onClick={onDismiss}>
          <Icon name="close" />
        </button>
      )}
    </div>
  );
}

/** A link or a small button within a banner. */
export const bannerAction = styles['action'];
