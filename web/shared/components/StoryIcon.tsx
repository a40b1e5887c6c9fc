/** Icons of the history and the vocabulary; separate from the icons that every page loads. */
const paths = {
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M7 7l10 10M17 7L7 17',
  alert: 'M12 3.500l9.500 16.500h-19zM12 10v4.500M12 17.200v.01',
  book: 'M12 6.500C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500zM12 6.500v13',
  pen: 'M4.500 19.500l1-4.500L16 4.500l3.500 3.500L9 18.500zM13.500 7l3.500 3.500',
  tap: 'M9.500 12V6a1.800 1.800 0 0 1 3.600 0v5l4.200 1c1.200.3 1.900 1.300 1.700 2.500l-1 6H10.500L6.500 14.500c-.8-1.200.8-2.600 2-1.500z',
  keep: 'M7 4.500h10V20l-5-4-5 4z',
  undo: 'M8.500 4.500L4.500 8.500l4 4M4.500 8.500h9a5.500 5.500 0 0 1 0 11H9',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14zM16.200 16.200L21 21',
} as const;

export type StoryIconName = keyof typeof paths;

export function StoryIcon({ name, size = 18 }: { name: StoryIconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
