import { useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';

/** What the browser says of a page that is closed in mid-sentence (spec 8); most use words of their own. */
const warning = 'You have unsaved progress. Are you sure you want to leave?';

interface Exit {
  /** The back button was pressed in mid-sentence: ask whether to leave. */
  readonly asking: boolean;
  readonly stay: () => void;
  /** Goes where the back button wanted to go. */
  readonly goBack: () => void;
  /** Leaves for another page of the app without asking. */
  readonly leaveFor: (to: string) => void;
}

/**
 * The ways out of the reader (spec 4: leaving it mid-question asks for confirmation). The browser does not let a page
 * hold its back button, so an entry of our own with the same address is laid upon the reader's once there is something
 * to lose: going back uncovers the reader's, and nothing else has happened yet.
 */
export function useExit(unfinished: boolean): Exit {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const asks = useRef(unfinished);

  useEffect(() => {
    asks.current = unfinished;
    if (!unfinished) return;
    layGuard();
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
      if (asks.current) setAsking(true);
      else history.back();
    };
    addEventListener('popstate', uncovered);
    return () => removeEventListener('popstate', uncovered);
  }, []);

  const leaveFor = useCallback((to: string) => void navigate(to, { replace: isGuard() }), [navigate]);
  return {
    asking,
    stay: () => {
      layGuard();
      setAsking(false);
    },
    goBack: () => {
      setAsking(false);
      // The reader was the first page of this tab: there is nowhere to go back to.
      if (history.state?.idx === 0) leaveFor('/library');
      else history.back();
    },
    leaveFor,
  };
}

function isGuard(): boolean {
  return history.state?.guard === true;
}

/** With the router's own state, to which it is the page it was. */
function layGuard(): void {
  if (!isGuard()) history.pushState({ ...history.state, guard: true }, '');
}
