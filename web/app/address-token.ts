/** Takes an access token out of the address, once, and out of the address bar and the history with it (spec 2). */
export function takeAddressToken(): string | null {
  const address = new URL(location.href);
  const token = address.searchParams.get('token');
  if (token === null) return null;
  address.searchParams.delete('token');
  history.replaceState(history.state, '', address);
  return token;
}
