/** Scrolls to the top 50 ms after a click on the logo or in the footer (spec 2), also when it leads to where one is. */
export function scrollUpSoon(): void {
  setTimeout(() => scrollTo(0, 0), 50);
}
