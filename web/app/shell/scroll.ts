/** Scrolls to the top 50 ms after a click on the logo or in the footer (spec 2), also on the current page. */
export function scrollUpSoon(): void {
  setTimeout(() => scrollTo(0, 0), 50);
}

/** How long to wait for an anchor to appear, in milliseconds. */
const ANCHOR_TIMEOUT = 10_000;
/** After one of these events the page must not scroll by itself. */
const userActions = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to the element of the address's hash (spec 2), which may appear only after its page has loaded.
 * @param hash with its '#'
 * @returns stops waiting
 */
export function scrollToAnchor(hash: string): () => void {
  const wait = new AbortController();
  const { signal } = wait;
  const stop = () => wait.abort();
  const id = decoded(hash.slice(1));
  const find = () => {
    const anchor = document.getElementById(id);
    if (anchor) {
      stop();
      anchor.scrollIntoView();
    }
  };
  find();
  if (signal.aborted) return stop;
  scrollTo(0, 0);
  const observer = new MutationObserver(find);
  observer.observe(document.body, { childList: true, subtree: true });
  const timer = setTimeout(stop, ANCHOR_TIMEOUT);
  for (const move of userActions) addEventListener(move, stop, { signal, passive: true });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  return stop;
}

/** Decodes a hash, which may have an invalid encoding. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
