/** Id of the section with the sentence to try. */
export const sectionId = 'try';

/** What a visitor does who turns to the card. On touch `pointerover` comes first of all. */
const intentEvents = ['pointerover', 'focusin', 'click', 'scroll'] as const;

/** The button that was clicked before its code had come. */
let clicked: HTMLButtonElement | null = null;

/**
 * Loads the card's code once a visitor turns to the card that the server drew: whoever only reads the page does without it.
 * What is clicked meanwhile is clicked again afterwards. A load that fails is tried again at the next sign. A card that the
 * server did not draw is loaded at once.
 */
export function loadOnIntent<T>(load: () => Promise<T>): Promise<T> {
  const drawn = typeof document !== 'undefined' && document.getElementById(sectionId)?.firstElementChild;
  if (!drawn) return load();
  return new Promise(resolve => {
    let loading = false;
    const onIntent = ({ type, target }: Event) => {
      const on = target instanceof Element && target.closest(`#${sectionId}, [href="#${sectionId}"]`);
      if (type !== 'scroll' && !on) return;
      if (type === 'click' && on) clicked = (target as Element).closest('button');
      if (loading) return;
      loading = true;
      load().then(
        loaded => {
          for (const sign of intentEvents) document.removeEventListener(sign, onIntent, true);
          resolve(loaded);
        },
        () => {
          loading = false;
          clicked = null;
        },
      );
    };
    // Ahead of React, which drops what happens where it has not taken over yet.
    for (const sign of intentEvents)
      document.addEventListener(sign, onIntent, { capture: true, passive: true });
  });
}

/** Clicks again what was clicked before the card's code had come. */
export function replayClick(): void {
  const button = clicked;
  clicked = null;
  if (button?.isConnected) button.click();
}
