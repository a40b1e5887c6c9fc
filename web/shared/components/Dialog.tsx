import { Dialog as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Dialog.module.css';
import { Icon } from './Icon.tsx';

/** A sheet over the page that must be answered or closed; focus stays in it and returns to where it was. */
export function Dialog({
  open,
  onClose,
  title,
  description,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  description?: string;
  children: ReactNode;
}) {
  return (
    <Radix.Root open={open} onOpenChange={now => now || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={styles['overlay']} />
        <Radix.Content
          className={styles['sheet']}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <header className={styles['head']}>
            <Radix.Title className={styles['title']}>{title}</Radix.Title>
            <Radix.Close className={styles['close']} aria-label="Close">
              <Icon name="close" />
            </Radix.Close>
          </header>
          {description !== undefined && (
            <Radix.Description className={styles['description']}>{description}</Radix.Description>
          )}
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

/** The row of buttons at a dialog's end. */
export function DialogActions({ children }: { children: ReactNode }) {
  return <div className={styles['actions']}>{children}</div>;
}
