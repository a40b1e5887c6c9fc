/** The seven forms of spec 2 in order, by the name the address has for the open one. */
export const panels = {
  language: { title: 'Language', say: 'A language to learn or to learn in' },
  course: { title: 'Course', say: 'From one language to another' },
  book: { title: 'Book', say: 'Title, author, year, language' },
  'auto-sentence': { title: 'Auto sentence', say: 'Sentences from a folder of .json files' },
  'health-check': { title: 'Health check', say: 'Positions that are missing from a book' },
  'vocabulary-reset': {
    title: 'Vocabulary reset',
    say: 'One learner back to the first page; can be undone',
  },
  rebuild: {
    title: 'Rebuild for all users',
    say: 'Vocabulary and counts from the log, beside the live ones',
  },
} as const;

export type FormName = keyof typeof panels;

export const formNames = Object.keys(panels) as readonly FormName[];

export function isFormName(name: string): name is FormName {
  return Object.hasOwn(panels, name);
}
