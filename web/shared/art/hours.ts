/** The hour of a scene. In the dark theme every scene is at night. */
export type Hour = 'dusk' | 'evening' | 'morning' | 'night';

/** Each chapter has its hour; the first keeps the hour of the book's cover. `chapter` from 1. */
export function hourOf(chapter: number, cover: Hour): Hour {
  return ([cover, 'morning', 'night'] as const)[(chapter - 1) % 3] ?? cover;
}
