import { type ReactNode, useEffect, useRef } from 'react';
import { focusInSight } from '../focus.ts';

/** The title of what took the place of something else on a page. What had the focus is gone: it goes on from here. */
export function StepHeading({ children }: { children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => focusInSight(heading.current), []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
