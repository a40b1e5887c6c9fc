import { type ReactNode, useId, useRef } from 'react';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';
import { closeAfterPaint, Modal } from './Modal.tsx';

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
  const sheet = useRef<HTMLDivElement>(null);
  const close = () => closeAfterPaint(sheet.current, onClose);
  return (
    <Modal
      className={styles['dialog']}
      label={label}
      description={description === undefined ? undefined : `${label}-description`}
      onClose={close}
      closesOutside
    >
      <div ref={sheet} className={styles['sheet']}>
        <div className={styles['head']}>
          <h2 id={label} className={styles['title']}>
            {title}
          </h2>
          <button type="button" className={styles['close']} aria-label="Close" onClick={close}>
            <Icon name="close" />
          </button>
        </div>
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
