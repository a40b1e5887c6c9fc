/** Drawn on a 24 px grid with one stroke width, so that all icons match. */
const paths = {
  book: 'M12 6.500C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500zM12 6.500v13',
  back: 'M15 5l-7 7 7 7',
  forward: 'M9 5l7 7-7 7',
  down: 'M5 9l7 7 7-7',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.500l4.500 4.500L19 7.500',
  cross: 'M7 7l10 10M17 7L7 17',
  dot: 'M12 11.500v1',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  'eye-off':
    'M4 4l16 16M9.500 5.900A9 9 0 0 1 12 5.500c6 0 9.500 6.500 9.500 6.500a17 17 0 0 1-2.800 3.500M6.200 7.400A16 16 0 0 0 2.500 12S6 18.500 12 18.500a9.300 9.300 0 0 0 4.200-1M10 10a3 3 0 0 0 4 4',
  flag: 'M6 21V4M6 5c4-2 8 2 12 0v8c-4 2-8-2-12 0',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.800 9.500a2.300 2.300 0 1 1 3.300 2.100c-.8.400-1.100.9-1.100 1.700M12 16.500v.01',
  alert: 'M12 3.500l9.500 16.500h-19zM12 10v4.500M12 17.200v.01',
  mail: 'M3.500 6h17v12.500h-17zM3.500 7l8.500 6.500L20.500 7',
  sound: 'M4 10v4h4l5 4V6L8 10zM16.500 9a4 4 0 0 1 0 6M19 6.500a8 8 0 0 1 0 11',
  heart: 'M12 20S4 15 4 9.300A4.300 4.300 0 0 1 12 7a4.300 4.300 0 0 1 8 2.300C20 15 12 20 12 20z',
  outside: 'M14 4h6v6M20 4l-9 9M17 14v5.500H4.500V7H10',
} as const;

export type IconName = keyof typeof paths;

/** An icon beside a text, hidden from screen readers. `size` in pixels. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
