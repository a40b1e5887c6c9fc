// The server puts this into every page. The same rule as web/shared/theme/theme.ts, which as a module would run too late.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('theme');
  } catch {
    // Storage is off: the system decides.
  }
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  const known = ['light', 'dark', 'sepia', 'contrast'].includes(chosen);
  document.documentElement.dataset.theme = known ? chosen : dark ? 'dark' : 'light';
})();
