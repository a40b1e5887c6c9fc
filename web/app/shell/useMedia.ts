import { useSyncExternalStore } from 'react';

/** Whether a media query holds, for example `(max-width: 500px)`. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    listener => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
    // The server knows no screen.
    () => false,
  );
}
