/**
 * A formatted day: 'December 21, 2026'.
 * @param instant ISO 8601
 */
export function dayOf(instant: string): string {
  return new Date(instant).toLocaleDateString('en', { year: 'numeric', month: 'long', day: 'numeric' });
}
