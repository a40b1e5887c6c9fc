import { lazy, Suspense, useEffect, useRef, useState } from 'react';

const ConsentLine = lazy(() => import('./ConsentLine.tsx'));

/** A visitor below this place counts as near too, because a restored page may start there. */
const observerOptions = { rootMargin: '100000px 0px 0px' };

/** Loads the consent question when its place on the page is about to be visible. */
export function DeferredConsent() {
  const place = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (!place.current) return undefined;
    const observer = new IntersectionObserver(seen => {
      if (seen.some(one => one.isIntersecting)) setNear(true);
    }, observerOptions);
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place}>
      {near && (
        <Suspense fallback={null}>
          <ConsentLine />
        </Suspense>
      )}
    </div>
  );
}
