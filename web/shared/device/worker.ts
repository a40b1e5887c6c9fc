/**
 * Registers the service worker, which serves the app without a connection. Not in development, where it would serve old code. A
 * newer worker takes over when a page of its own version is opened and no page of another version is.
 */
export function registerWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker.register('/worker.js').then(
    registration => {
      const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src;
      registration?.waiting?.postMessage({ type: 'take over', entry });
    },
    error => console.error('pages cannot be kept on this device', error),
  );
}
