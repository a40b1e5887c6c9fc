import { lazy, Suspense, useEffect, useState } from 'react';
import { hasAnswered } from './answered.ts';

const ConsentLine = lazy(() => import('./ConsentLine.tsx'));

/** The place of the question. The server does not know the answer; it is loaded once the page is there, if there is none. */
export function AskedConsent() {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => setOpen(!hasAnswered()), []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <ConsentLine />
    </Suspense>
  );
}
