import { useSyncExternalStore } from 'react';
import { afterPaint } from '../after-paint.ts';

export const themes = ['light', 'dark', 'sepia', 'contrast'] as const;
export type Theme = (typeof themes)[number];
/** 'system' follows prefers-color-scheme. */
export type ThemeChoice = Theme | 'system';

const storageKey = 'theme';

/** Parses the stored value; anything unknown is 'system'. */
export function choiceFrom(stored: string | null): ThemeChoice {
  return themes.find(theme => theme === stored) ?? 'system';
}

export function themeOf(choice: ThemeChoice, prefersDark: boolean): Theme {
  if (choice !== 'system') return choice;
  return prefersDark ? 'dark' : 'light';
}

/** The choice of this page if storage is not available. */
let unstoredChoice: ThemeChoice = 'system';

function storedChoice(): ThemeChoice {
  try {
    return choiceFrom(localStorage.getItem(storageKey));
  } catch {
    return unstoredChoice;
  }
}

const listeners = new Set<() => void>();

function show() {
  const prefersDark = matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset['theme'] = themeOf(storedChoice(), prefersDark);
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim();
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', paper);
}

function tell() {
  for (const listener of listeners) listener();
}

/** Applies changes of the theme by the system and by other tabs. Call it once per page load. */
export function followTheme(): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', show);
  addEventListener('storage', event => {
    if (event.key !== storageKey && event.key !== null) return;
    show();
    tell();
  });
  show();
}

export function chooseTheme(choice: ThemeChoice): void {
  try {
    if (choice === 'system') localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, choice);
  } catch {
    unstoredChoice = choice;
  }
  // The choice is shown first, and the page in its colours after it: that styles every element again.
  tell();
  afterPaint(show);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useThemeChoice(): ThemeChoice {
  return useSyncExternalStore(subscribe, storedChoice, () => 'system');
}
