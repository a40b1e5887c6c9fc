import type { ComponentProps, ReactNode } from 'react';
import styles from './Button.module.css';
import { Link, type LinkProps } from './Link.tsx';
import { Spinner } from './Spinner.tsx';

/**
 * primary: the main action of a screen, once. outline: a secondary action. warning: opens what ends in a danger. quiet:
 * everything else.
 */
type Look = 'primary' | 'outline' | 'quiet' | 'gold' | 'warning' | 'danger';

function classOf(look: Look, className: string | undefined) {
  return [styles['button'], styles[look], className].filter(Boolean).join(' ');
}

export function Button({
  look = 'primary',
  busy = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & {
  look?: Look;
  /** A request is in progress: the button keeps focus and size, and ignores presses. */
  busy?: boolean;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      {...rest}
      className={classOf(look, className)}
      aria-disabled={busy || undefined}
      onClick={event => {
        if (busy) event.preventDefault();
        else rest.onClick?.(event);
      }}
    >
      {busy && <Spinner size={18} />}
      {children}
    </button>
  );
}

/** A link within the product that looks like a button. */
export function ButtonLink({ look = 'primary', className, ...rest }: LinkProps & { look?: Look }) {
  return <Link {...rest} className={classOf(look, className)} />;
}

/** A link to the server or to another site that looks like a button. */
export function ButtonAnchor({
  look = 'primary',
  className,
  ...rest
}: ComponentProps<'a'> & { look?: Look }) {
  return <a {...rest} className={classOf(look, className)} />;
}
