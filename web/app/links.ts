/** Events before a link is followed; a touch also fires `pointerover`. */
const intentEvents = ['pointerover', 'focusin'] as const;

/**
 * Tells the path of a link within the product when it is pointed at, touched, or has the focus.
 * @returns ends it
 */
export function onLinkIntent(onIntent: (pathname: string) => void): () => void {
  let last: Element | null = null;
  const look = ({ target }: Event) => {
    const link = target instanceof Element ? target.closest('a') : null;
    if (link !== null && link !== last && link.origin === location.origin) onIntent(link.pathname);
    last = link;
  };
  for (const sign of intentEvents) addEventListener(sign, look);
  return () => {
    for (const sign of intentEvents) removeEventListener(sign, look);
  };
}
