import { type ReactNode, useEffect, useRef } from 'react';
import { focusInSight } from '../focus.ts';

/** The title of new content on a page. It takes the focus, because the element that had it was removed. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInSight(heading.current), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
