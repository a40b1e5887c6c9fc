import styles from './Key.module.css';

/** The key that does the same as a button, drawn on it. Decoration: `aria-keyshortcuts` says it. */
export function Key({ children }: { children: string | number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a key that is drawn takes no focus.
    <kbd className={styles['key']} aria-hidden="true">
      {children}
    </kbd>
  );
}
