import { useCallback, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/** The fragment whose story is open, kept in the address. On close the focus returns to the element that opened it. */
export function useOpenStory() {
  const [address, setAddress] = useSearchParams();
  const opener = useRef<HTMLElement>(null);
  const open = useCallback(
    (fragment: string) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      setAddress(
        now => {
          const next = new URLSearchParams(now);
          next.set('story', fragment);
          return next;
        },
        { replace: true },
      );
    },
    [setAddress],
  );
  const close = useCallback(() => {
    setAddress(withoutStory, { replace: true });
    opener.current?.focus();
  }, [setAddress]);
  return { story: address.get('story'), open, close };
}

export function withoutStory(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('story');
  return next;
}
