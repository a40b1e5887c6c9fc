import styles from './Key.module.css';

/** The keyboard shortcut of a button, drawn on it. Decorative: `aria-keyshortcuts` announces it. */
export function Key({ children }: { children: string | number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a drawn key takes no focus.
    <kbd className={styles['key']} aria-hidden="true">
      {children}
    </kbd>
  );
}
