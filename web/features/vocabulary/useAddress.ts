import { useCallback, useLayoutEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';

/**
 * The query of the page's address, and a function that replaces it. The router's own function is a new one after each change,
 * and every row that gets it would render again.
 */
export function useAddress() {
  const [address, setAddress] = useSearchParams();
  const latest = useRef(setAddress);
  useLayoutEffect(() => {
    latest.current = setAddress;
  });
  const change = useCallback(
    (next: (now: URLSearchParams) => URLSearchParams) => latest.current(next, { replace: true }),
    [],
  );
  return [address, change] as const;
}
