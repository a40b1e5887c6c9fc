/** Pages behind a login, besides the reader's `/sv/`. */
export const learnerPages = [
  ...['library', 'vocabulary', 'progress', 'review', 'placement', 'import', 'profile', 'settings'],
  ...['subscription', 'admin', 'desk'],
];

/** The routes of spec 2 that are pages of the app; a navigation to any other path gets the app's not-found page. */
const pages: readonly RegExp[] = [
  /^\/$/,
  /^\/(sign-up|login|forgot-password|reset-password)$/,
  /^\/verification-(expired|failure|success)$/,
  /^\/(verify|confirm|revert)-email$/,
  /^\/(about|faq|contact|report-issue|donate|terms-of-service|privacy-policy)$/,
  new RegExp(`^/(${learnerPages.join('|')})$`),
  /^\/sv\/[^/]+\/[^/]+$/,
];

export function isPage(path: string): boolean {
  return pages.some(page => page.test(path.length > 1 ? path.replace(/\/$/, '') : path));
}
