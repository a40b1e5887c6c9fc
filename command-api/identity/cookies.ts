import type { Request } from 'express';

/** The value of a cookie; undefined when it is missing or empty. */
export function readCookie({ headers }: Request, name: string): string | undefined {
  const found = headers.cookie
    ?.split(';')
    .map(pair => pair.trim())
    .find(pair => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) || undefined;
}
