import { useEffect } from 'react';

/** Sets the page's title while it is mounted. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Camino`;
    return () => {
      document.title = 'Camino';
    };
  }, [title]);
}
