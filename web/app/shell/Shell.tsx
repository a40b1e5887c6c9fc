import { useEffect, useRef } from 'react';
import { Outlet, useLocation, useNavigationType } from 'react-router-dom';
import { Footer } from './Footer.tsx';
import styles from './Shell.module.css';
import { scrollToAnchor } from './scroll.ts';
import { TopNav } from './TopNav.tsx';

/** Top navigation, page, footer. A new path begins at its top, or at the element its hash names (spec 2, Layouts). */
export function Shell() {
  const { pathname, hash } = useLocation();
  const cameByLink = useNavigationType() !== 'POP';
  const content = useRef<HTMLElement>(null);
  const shown = useRef(pathname);
  useEffect(() => {
    if (hash) return scrollToAnchor(hash);
    // The first page stays where it is: it was there to be scrolled before this code was.
    if (shown.current !== pathname) scrollTo(0, 0);
    return undefined;
  }, [pathname, hash]);
  useEffect(() => {
    // The first page keeps the browser's focus; later the followed link is gone or out of view.
    if (shown.current !== pathname) content.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it appears, after the reader or the review.
  useEffect(() => {
    if (cameByLink && document.activeElement === document.body)
      content.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div className={styles['shell']}>
      <a className={styles['skip']} href="#content">
        Skip to the content
      </a>
      <TopNav />
      <main id="content" ref={content} tabIndex={-1} className={styles['content']}>
        <Outlet />
      </main>
      <Footer />
    </div>
  );
}
