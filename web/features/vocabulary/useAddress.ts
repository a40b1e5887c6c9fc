import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { afterPaint } from '../../shared/after-paint.ts';

/**
 * The query of the page's address, and a function that replaces it. A change is here at once; the router, which renders the
 * whole app again, gets it after the next paint.
 */
export function useAddress() {
  const [routed, setRouted] = useSearchParams();
  const text = routed.toString();
  const [address, setAddress] = useState(text);
  const latest = useRef({ address, setRouted });
  /** Cancels the change that the router has not got yet. */
  const waiting = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    latest.current.setRouted = setRouted;
  });
  useLayoutEffect(() => {
    // From outside, as by the back button. The page's own changes are here already.
    if (waiting.current || latest.current.address === text) return;
    latest.current.address = text;
    setAddress(text);
  }, [text]);
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      waiting.current?.();
      waiting.current = undefined;
    };
  }, []);
  const change = useCallback((next: (now: URLSearchParams) => URLSearchParams) => {
    // The address is that of another page by now.
    if (!here.current) return;
    const { current } = latest;
    current.address = next(new URLSearchParams(current.address)).toString();
    setAddress(current.address);
    waiting.current?.();
    waiting.current = afterPaint(() => {
      waiting.current = undefined;
      current.setRouted(new URLSearchParams(current.address), { replace: true });
    });
  }, []);
  return [address, change] as const;
}
