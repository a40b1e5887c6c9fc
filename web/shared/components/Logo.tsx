import styles from './Logo.module.css';

/** The open book and the name; `compact` shows the book alone on narrow screens. */
export function Logo({ compact = false }: { compact?: boolean }) {
  return (
    <span className={`${styles['logo']} ${compact ? styles['compact'] : ''}`}>
      <svg viewBox="0 0 24 24" width="25" height="25" aria-hidden="true">
        <path d="M12 6.5C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500zM12 6.500v13" />
      </svg>
      <span>Camino</span>
    </span>
  );
}
