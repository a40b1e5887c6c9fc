/**
 * Name of a cookie that scripts can read. The server sets and clears it with the refresh cookie, which they cannot read, so
 * that the browser knows at start whether a refresh can bring anything.
 */
export const sessionMarker = 'session';

/**
 * Whether a session may exist.
 * @param cookies as `document.cookie` and the `Cookie` header hold them
 */
export function hasSessionMarker(cookies: string): boolean {
  return cookies.split(';').some(pair => pair.trim().startsWith(`${sessionMarker}=`));
}
