/** Icons that only the admin's pages need; the shared set is part of the reader's first chunks. */
const paths = {
  folder: 'M3.500 6.500h6l2 2.500h9v9.500h-17z',
  stop: 'M7.500 7.500h9v9h-9z',
  again: 'M19 12a7 7 0 1 1-2.200-5.100M19 4v4h-4',
  pause: 'M9 6.500v11M15 6.500v11',
  play: 'M8 5.500l10.500 6.500L8 18.500z',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  alert: 'M12 3.500l9.500 16.500h-19zM12 10v4.500M12 17.200v.01',
  close: 'M6 6l12 12M18 6L6 18',
  up: 'M6 14.500l6-6 6 6',
  down: 'M6 9.500l6 6 6-6',
  undo: 'M9 7L4.500 11.500 9 16M5 11.500h9a5 5 0 0 1 0 10h-3',
} as const;

export type AdminIconName = keyof typeof paths;

/** An icon beside a text, hidden from screen readers. `size` in pixels. */
export function AdminIcon({ name, size = 20 }: { name: AdminIconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
