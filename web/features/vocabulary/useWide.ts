import { useSyncExternalStore } from 'react';

const query = '(min-width: 901px)';

function subscribe(listener: () => void) {
  const media = matchMedia(query);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether the screen is wide enough for a story beside the list. */
export const useWide = () => useSyncExternalStore(subscribe, () => matchMedia(query).matches);
