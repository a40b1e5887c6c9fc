/** Events before a link is followed; a touch also fires `pointerover`. */
const intentEvents = ['pointerover', 'focusin'] as const;

/**
 * Calls back with the path of an internal link when it is hovered, touched or focused.
 * @returns unsubscribes
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
