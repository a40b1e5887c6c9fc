import type { ThemeChoice } from './theme.ts';

/** The choices in words, in the order they are offered. */
export const themeNames: readonly (readonly [ThemeChoice, string])[] = [
  ['system', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
  ['sepia', 'Sepia'],
  ['contrast', 'High contrast'],
];
