import { useEffect, useRef } from 'react';

/** The target of the navigation: a link of the page, or back. */
export type LeaveTarget = { readonly to: string } | 'back';

/**
 * Asks for confirmation before the page is left while something would be lost: closing the tab with the browser's dialog,
 * links and the back button through `ask`. A page cannot block the back button, so a history entry with the same address is
 * pushed; going back first removes only that entry.
 */
export function useLeaveGuard(active: boolean, ask: (out: LeaveTarget) => void): void {
  const now = useRef({ active, ask });
  /** Hash of the page's own entry, to tell going back from following a link to a place on the page. */
  const own = useRef<string>(undefined);
  useEffect(() => {
    now.current = { active, ask };
  });

  useEffect(() => {
    const { pathname } = location;
    const onBack = () => {
      if (location.pathname !== pathname || isGuard() || location.hash !== own.current) return;
      if (!now.current.active) return history.back();
      pushGuardEntry();
      now.current.ask('back');
    };
    addEventListener('popstate', onBack);
    return () => removeEventListener('popstate', onBack);
  }, []);

  useEffect(() => {
    if (!active) return;
    const end = new AbortController();
    const { signal } = end;
    if (!isGuard()) own.current = location.hash;
    pushGuardEntry();
    addEventListener('beforeunload', event => event.preventDefault(), { signal });
    // In the capture phase, before the router handles links.
    const onLink = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null;
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey || link.target === '_blank') return;
      if (link.origin !== location.origin || link.pathname === location.pathname) return;
      event.preventDefault();
      event.stopPropagation();
      now.current.ask({ to: link.pathname + link.search + link.hash });
    };
    document.addEventListener('click', onLink, { capture: true, signal });
    return () => end.abort();
  }, [active]);
}

/** Continues the interrupted navigation. @param navigate the router's */
export function leave(
  out: LeaveTarget,
  navigate: (to: string, options: { replace: boolean }) => unknown,
): void {
  if (out === 'back') history.go(isGuard() ? -2 : -1);
  else void navigate(out.to, { replace: isGuard() });
}

function isGuard(): boolean {
  return history.state?.guard === true;
}

/** Keeps the router's own state in the new entry, so that the router sees the same page. */
function pushGuardEntry(): void {
  if (!isGuard()) history.pushState({ ...history.state, guard: true }, '');
}
