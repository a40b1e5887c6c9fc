import type { ReactNode } from 'react';
import { unknownFailure } from '../../failures.ts';
import { Button } from '../Button.tsx';
import { Icon } from '../Icon.tsx';
import styles from './States.module.css';

/** An empty state, with what would fill it. */
export function EmptyState({
  title,
  heading: Heading = 'h2',
  children,
}: {
  title: string;
  /** h1 where it is all that the page has. */
  heading?: 'h1' | 'h2';
  children?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      <span className={styles['sign']}>
        <Icon name="book" size={30} />
      </span>
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}

/** A load failed. The server's message is shown in upper case (spec 8). */
export function ErrorState({
  messages,
  onRetry,
  children,
}: {
  messages: readonly string[];
  onRetry?: () => void;
  children?: ReactNode;
}) {
  const isOffline = navigator.onLine === false;
  return (
    <div className={`${styles['state']} ${styles['failed']}`} role="alert">
      <span className={styles['sign']}>
        <Icon name="alert" size={30} />
      </span>
      {messages.map(message => (
        <p key={message} className={styles['message']}>
          {message.toUpperCase()}
        </p>
      ))}
      {isOffline && messages.includes(unknownFailure) && <p>This page needs a connection.</p>}
      {onRetry && (
        <Button look="outline" onClick={onRetry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}
