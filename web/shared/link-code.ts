import { useEffect, useState } from 'react';

/** Takes the secret of a mailed link from the address (after the #), and removes it from the address bar and the history. */
export function useLinkCode(): string {
  const [code] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return code;
}
