// Runs before the first paint, so that nobody is blinded at night. The same rule as web/shared/theme/theme.ts,
// which cannot be imported here: a module would run too late, and an inline script is forbidden by the CSP.
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
