import { useCallback, useRef } from 'react';
import { useAddress } from './useAddress.ts';

/** The fragment whose story is open, kept in the address. On close the focus returns to the element that opened it. */
export function useOpenStory() {
  const [address, changeAddress] = useAddress();
  const opener = useRef<HTMLElement>(null);
  const open = useCallback(
    (fragment: string) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      changeAddress(now => {
        const next = new URLSearchParams(now);
        next.set('story', fragment);
        return next;
      });
    },
    [changeAddress],
  );
  const close = useCallback(() => {
    changeAddress(withoutStory);
    opener.current?.focus();
  }, [changeAddress]);
  return { story: address.get('story'), open, close };
}

export function withoutStory(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('story');
  return next;
}
