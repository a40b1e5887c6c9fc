/** Id of the section with the sentence to try. */
export const sectionId = 'try';

/** Events that show interest in the card. On touch, `pointerover` is the first. */
const intentEvents = ['pointerover', 'focusin', 'click', 'scroll'] as const;

/** The button that was clicked before the code was loaded. */
let clicked: HTMLButtonElement | null = null;

/**
 * Loads the card's code when a visitor interacts with the card that the server rendered. A click before the code is loaded is
 * repeated afterwards. A failed load is tried again at the next event, and at once if a click came meanwhile. A card that the server did not render is loaded at once.
 */
export function loadOnIntent<T>(load: () => Promise<T>): Promise<T> {
  const drawn = typeof document !== 'undefined' && document.getElementById(sectionId)?.firstElementChild;
  if (!drawn) return load();
  return new Promise(resolve => {
    let loading = false;
    let clickWaits = false;
    const start = () => {
      loading = true;
      clickWaits = false;
      load().then(
        loaded => {
          for (const sign of intentEvents) document.removeEventListener(sign, onIntent, true);
          resolve(loaded);
        },
        () => {
          loading = false;
          if (clickWaits) start();
          else clicked = null;
        },
      );
    };
    const onIntent = ({ type, target }: Event) => {
      const on = target instanceof Element && target.closest(`#${sectionId}, [href="#${sectionId}"]`);
      if (type !== 'scroll' && !on) return;
      if (type === 'click' && on) {
        clicked = (target as Element).closest('button');
        clickWaits = loading;
      }
      if (!loading) start();
    };
    // Before React, which drops events on elements that are not hydrated yet.
    for (const sign of intentEvents)
      document.addEventListener(sign, onIntent, { capture: true, passive: true });
  });
}

/** Repeats the click that came before the card's code was loaded. */
export function replayClick(): void {
  const button = clicked;
  clicked = null;
  if (button?.isConnected) button.click();
}
