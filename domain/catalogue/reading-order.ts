interface Levelled {
  readonly title: string;
  readonly readingLevel: string | null;
}

/**
 * The order of books wherever several are shown: the easiest first, because a beginner should begin with it. By reading level, as
 * the library names it ('7th Grade', 'University'); a book without a known level comes last. Then by title.
 */
export function easiestFirst(one: Levelled, other: Levelled): number {
  const [a, b] = [difficultyOf(one.readingLevel), difficultyOf(other.readingLevel)];
  return a === b ? one.title.localeCompare(other.title, 'en') : a - b;
}

/** School years before somebody reads it with ease. */
function difficultyOf(readingLevel: string | null): number {
  const [, grade] = /^(\d+)(?:st|nd|rd|th) Grade$/i.exec(readingLevel ?? '') ?? [];
  if (grade !== undefined) return Number(grade);
  return readingLevel?.toLowerCase() === 'university' ? 13 : 99;
}
