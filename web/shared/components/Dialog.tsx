import { type ReactNode, useId } from 'react';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { Modal } from './Modal.tsx';

/** A sheet over the page that must be answered or closed. The focus stays inside, and returns to its old place. */
export function Dialog({
  onClose,
  title,
  description,
  children,
}: {
  onClose: () => void;
  title: string;
  /** Read out with the title. */
  description?: string;
  children: ReactNode;
}) {
  const label = useId();
  return (
    <Modal
      className={styles['dialog']}
      label={label}
      description={description === undefined ? undefined : `${label}-description`}
      onClose={onClose}
      closesOutside
    >
      <div className={styles['sheet']}>
        <header className={styles['head']}>
          <h2 id={label} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={styles['close']} aria-label="Close" onClick={onClose}>
            <Icon name="close" />
          </button>
        </header>
        {description !== undefined && (
          <p id={`${label}-description`} className={styles['description']}>
            {description}
          </p>
        )}
        {children}
      </div>
    </Modal>
  );
}

/** The row of buttons at the end of a dialog. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
