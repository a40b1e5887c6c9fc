/** Reads an access token from the address, once, and removes it from the address bar and the history (spec 2). */
export function takeAddressToken(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  return token;
}
