import type { ComponentProps } from 'react';
import { type To, useHref, useLinkClickHandler } from 'react-router-dom';

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { to: To };

/**
 * A link to a page of the app, made of the router's own parts. The router's `Link` also prefetches data for frameworks that
 * are built on it: code that every page would load for nothing (decision 9).
 */
export function Link({ to, onClick, ...rest }: LinkProps) {
  const href = useHref(to);
  const follow = useLinkClickHandler<HTMLAnchorElement>(to, rest.target ? { target: rest.target } : {});
  return (
    <a
      {...rest}
      href={href}
      onClick={event => {
        onClick?.(event);
        if (!event.defaultPrevented) follow(event);
      }}
    />
  );
}
