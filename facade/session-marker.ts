/**
 * Name of a cookie that scripts can read. The server sets and clears it together with the refresh cookie, so that the browser
 * knows at start whether a refresh can succeed (decision 38).
 */
export const sessionMarker = 'session';

/**
 * Whether a session may exist.
 * @param cookies `document.cookie` or the `Cookie` header
 */
export function hasSessionMarker(cookies: string): boolean {
  return cookies.split(';').some(pair => pair.trim().startsWith(`${sessionMarker}=`));
}
