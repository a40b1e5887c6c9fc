import { type ReactElement, useState } from 'react';
import styles from './Card.module.css';

/**
 * Shows an element. When one with another key takes its place, the old one stays unseen for a moment, so that the focus moves
 * from an element that still exists: when it is removed first, a screen reader (Orca 43) looks for another place by itself and
 * then does not announce the element that gets the focus.
 */
export function Lingering({ children }: { children: ReactElement | false | null }) {
  const [[last, before], setShown] = useState<readonly (ReactElement | false | null)[]>([children, false]);
  if (children && (!last || last.key !== children.key)) setShown([children, last ?? null]);
  const old = children && last && last.key === children.key ? before : last;
  return [children, old].map(
    one =>
      one && (
        <div key={one.key} className={one === children ? styles['here'] : styles['gone']}>
          {one}
        </div>
      ),
  );
}
