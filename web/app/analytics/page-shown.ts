/** Event on `window` when another page is shown. */
export const pageShown = 'camino:page';
