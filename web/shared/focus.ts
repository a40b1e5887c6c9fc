import { afterPaint } from './after-paint.ts';

/** A `ref`: the element has the focus when it appears. The same function in every render, or it would get it each time. */
export const focusOnAppearance = (element: HTMLElement | null) => element?.focus();

/** Delay in milliseconds for a screen reader to announce the verdict and to notice that the focused element is gone. */
const PAUSE = 100;

/**
 * Focuses an element and scrolls it into view, after a delay: a screen reader (Orca 43) does not announce an element that gets
 * the focus at the moment in which the focused one is removed. If the user has moved the focus meanwhile, it stays. It begins
 * after the next paint, because each step makes the browser calculate the layout at once.
 * @returns cancels it
 */
export function focusInSight(element: HTMLElement | null): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = afterPaint(() => {
    // A dialog is in front of it.
    if (document.querySelector(':modal') && !element?.closest(':modal')) return;
    // It slides out itself.
    if (element?.closest('[inert]')) return;
    const { activeElement } = document;
    // It belongs to the previous card, which slides out and is inert.
    if (activeElement instanceof HTMLElement && activeElement.closest('[inert]')) activeElement.blur();
    const before = document.activeElement;
    element?.scrollIntoView({ block: 'nearest' });
    timer = setTimeout(() => {
      const now = document.activeElement;
      if (now === before || now === document.body) element?.focus({ preventScroll: true });
    }, PAUSE);
  });
  return () => {
    cancel();
    clearTimeout(timer);
  };
}
