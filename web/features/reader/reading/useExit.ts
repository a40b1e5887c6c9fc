import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { afterPaint } from '../../../shared/after-paint.ts';

/** The question of the browser when a page is closed in mid-sentence (spec 8); most browsers use their own text. */
const warning = 'You have unsaved progress. Are you sure you want to leave?';

interface Exit {
  /** Navigates to the page before the reader. */
  readonly goBack: () => void;
  /** Leaves for another page of the app without asking. */
  readonly leaveFor: (to: string) => void;
}

/**
 * The exits of the reader (spec 4: leaving mid-question asks for confirmation). A page cannot block the back button, so a
 * second history entry with the same address, the guard, is pushed as soon as there is something to lose. Going back then
 * returns to the reader's own entry, and nothing is lost yet. The guard is pushed again if the user stays.
 * @param asking the confirmation dialog is open
 * @param onBack called when the back button is pressed while something can be lost
 */
export function useExit(unfinished: boolean, asking: boolean, onBack: () => void): Exit {
  const navigate = useNavigate();
  // The router's documented key of the first entry of a tab.
  const isFirst = useRef(useLocation().key === 'default');
  const now = useRef({ unfinished, onBack });
  useLayoutEffect(() => {
    now.current = { unfinished, onBack };
  });

  useEffect(() => {
    return unfinished && !asking ? afterPaint(pushGuard) : undefined;
  }, [unfinished, asking]);

  useEffect(() => {
    if (!unfinished) return;
    const warn = (event: BeforeUnloadEvent) => {
      event.preventDefault();
      return warning;
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [unfinished]);

  useEffect(() => {
    const { pathname } = location;
    const onPopState = () => {
      if (location.pathname !== pathname || isGuard()) return;
      if (!now.current.unfinished) return history.back();
      now.current.onBack();
    };
    addEventListener('popstate', onPopState);
    return () => removeEventListener('popstate', onPopState);
  }, []);

  const leaveFor = useCallback((to: string) => void navigate(to, { replace: isGuard() }), [navigate]);
  const goBack = useCallback(() => {
    // The reader was the first page of this tab, so there is no page to go back to.
    if (isFirst.current) leaveFor('/library');
    else history.go(isGuard() ? -2 : -1);
  }, [leaveFor]);
  return { goBack, leaveFor };
}

function isGuard(): boolean {
  return history.state?.guard === true;
}

/** Keeps the router's own state, so that the entry is the same page for the router. */
function pushGuard(): void {
  if (!isGuard()) history.pushState({ ...history.state, guard: true }, '');
}
