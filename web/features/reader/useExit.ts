import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What the browser says of a page that is closed in mid-sentence (spec 8); most use words of their own. */
const warning = 'You have unsaved progress. Are you sure you want to leave?';

interface Exit {
  /** Goes where the back button wanted to go. */
  readonly goBack: () => void;
  /** Leaves for another page of the app without asking. */
  readonly leaveFor: (to: string) => void;
}

/**
 * The ways out of the reader (spec 4: leaving it mid-question asks for confirmation). The browser does not let a page
 * hold its back button, so an entry of our own with the same address is laid upon the reader's once there is something
 * to lose: going back uncovers the reader's, and nothing else has happened yet. It is laid again for who stays.
 * @param asking the learner is being asked whether to leave
 * @param onBack the back button was pressed while something can be lost
 */
export function useExit(unfinished: boolean, asking: boolean, onBack: () => void): Exit {
  const navigate = useNavigate();
  // The router's documented key of the entry that a tab was opened with.
  const isFirst = useRef(useLocation().key === 'default');
  const now = useRef({ unfinished, onBack });
  useLayoutEffect(() => {
    now.current = { unfinished, onBack };
  });

  useEffect(() => {
    if (unfinished && !asking) layGuard();
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
    const uncovered = () => {
      if (location.pathname !== pathname || isGuard()) return;
      if (!now.current.unfinished) return history.back();
      now.current.onBack();
    };
    addEventListener('popstate', uncovered);
    return () => removeEventListener('popstate', uncovered);
  }, []);

  const leaveFor = useCallback((to: string) => void navigate(to, { replace: isGuard() }), [navigate]);
  const goBack = useCallback(() => {
    // The reader was the first page of this tab: there is nowhere to go back to.
    if (isFirst.current) leaveFor('/library');
    else history.go(isGuard() ? -2 : -1);
  }, [leaveFor]);
  return { goBack, leaveFor };
}

function isGuard(): boolean {
  return history.state?.guard === true;
}

/** Beside the router's own state, to which it is the page it was. */
function layGuard(): void {
  if (!isGuard()) history.pushState({ ...history.state, guard: true }, '');
}
