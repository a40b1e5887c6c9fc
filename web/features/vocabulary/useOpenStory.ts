import { useCallback, useRef } from 'react';
import { afterPaint } from '../../shared/after-paint.ts';

type ChangeAddress = (next: (now: URLSearchParams) => URLSearchParams) => void;

/**
 * Opens and closes a fragment's story, which is kept in the address. On close the focus returns to the element that opened it.
 * The press is painted first: a sheet makes the rest of the page inert, and so costs a style for each element of it.
 */
export function useOpenStory(changeAddress: ChangeAddress) {
  const opener = useRef<HTMLElement>(null);
  /** Cancels the story that is about to open. */
  const opening = useRef<() => void>(undefined);
  const open = useCallback(
    (fragment: string) => {
      opener.current = document.activeElement instanceof HTMLElement ? document.activeElement : null;
      opening.current?.();
      opening.current = afterPaint(() => {
        opening.current = undefined;
        changeAddress(now => {
          now.set('story', fragment);
          return now;
        });
      });
    },
    [changeAddress],
  );
  /** @returns whether a story was about to open */
  const cancel = useCallback(() => {
    const isOpening = opening.current !== undefined;
    opening.current?.();
    opening.current = undefined;
    return isOpening;
  }, []);
  const close = useCallback(() => {
    changeAddress(withoutStory);
    opener.current?.focus();
  }, [changeAddress]);
  return { open, cancel, close };
}

export function withoutStory(address: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(address);
  next.delete('story');
  return next;
}
