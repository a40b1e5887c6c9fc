import { useEffect } from 'react';

/** Names the page in the tab, the history and to a screen reader, for as long as it is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Camino`;
    return () => {
      document.title = 'Camino';
    };
  }, [title]);
}
