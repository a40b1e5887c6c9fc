/** The address of a band's badge (spec 7): A1.2 is /badges/A1-2.png, C2 is /badges/C2.png. */
export function badgeAddress(band: string): string {
  return `/badges/${band.replace('.', '-')}.png`;
}
