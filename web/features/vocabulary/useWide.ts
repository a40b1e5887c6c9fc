import { useCallback, useState, useSyncExternalStore } from 'react';

const query = '(min-width: 901px)';

/** Whether the screen is wide enough for a story beside the list. */
export function useWide(): boolean {
  // Asked once: to parse the query for each render costs more than what a press renders.
  const [media] = useState(() => matchMedia(query));
  const subscribe = useCallback(
    (listener: () => void) => {
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [media],
  );
  return useSyncExternalStore(subscribe, () => media.matches);
}
