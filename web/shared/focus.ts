/** How long a screen reader gets to say what was judged, and to notice that what had the focus is gone, in milliseconds. */
const PAUSE = 100;

/**
 * Gives the focus, and brings what gets it into sight when a small screen or a large type has put it elsewhere. It comes a
 * moment later: a screen reader says nothing of what has the focus when that moves in the moment in which what had it
 * before is taken away (heard with Orca 43). Whoever has gone elsewhere meanwhile stays there.
 * @returns takes back what was not done yet
 */
export function focusInSight(element: HTMLElement | null): () => void {
  const { activeElement } = document;
  // The card before slides out, and is not used any more.
  if (activeElement instanceof HTMLElement && activeElement.closest('[inert]')) activeElement.blur();
  const before = document.activeElement;
  element?.scrollIntoView({ block: 'nearest' });
  const timer = setTimeout(() => {
    const now = document.activeElement;
    if (now === before || now === document.body) element?.focus({ preventScroll: true });
  }, PAUSE);
  return () => clearTimeout(timer);
}
