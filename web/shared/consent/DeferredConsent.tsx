import { lazy, Suspense, useEffect, useRef, useState } from 'react';

const ConsentLine = lazy(() => import('./ConsentLine.tsx'));

/** Also whoever is below the place has come near: a page that is gone back to may begin there. */
const observerOptions = { rootMargin: '100000px 0px 0px' };

/** Loads the question for consent when its place on the page is about to be visible. */
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
