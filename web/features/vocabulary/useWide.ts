import { useSyncExternalStore } from 'react';

const query = '(min-width: 901px)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether a story has room beside the list. */
export const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
