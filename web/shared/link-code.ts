import { useEffect, useState } from 'react';

/** The secret of a mailed link, from behind the # of the address; taken once, and gone from address and history at once. */
export function useLinkCode(): string {
  const [code] = useState(() => location.hash.slice(1));
  useEffect(() => {
    if (location.hash) history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return code;
}
