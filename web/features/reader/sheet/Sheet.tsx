import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../shared/components/Icon.tsx';
import { Modal } from '../../../shared/components/Modal.tsx';
import styles from './Sheet.module.css';

/**
 * A panel beside what it is about, and from below on a phone. What lies behind it stays visible; focus stays in it, and
 * Escape or a touch outside closes it.
 * @param anchor the word it tells of; without one it hangs from the bar
 */
export function Sheet({
  title,
  lang,
  anchor,
  lede,
  tools,
  onClose,
  children,
}: {
  title: string;
  lang?: string;
  anchor?: HTMLElement;
  /** What its title means; read out with it. */
  lede?: ReactNode;
  /** Buttons beside its title. */
  tools?: ReactNode;
  /** `outside`: where somebody touched the page. */
  onClose: (outside?: { readonly x: number; readonly y: number }) => void;
  children: ReactNode;
}) {
  const label = useId();
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    if (!dialog || !anchor) return;
    const place = () => {
      const { left, top, width } = placeBeside(anchor, dialog);
      dialog.style.width = width === undefined || innerWidth <= 500 ? '' : `${width}px`;
      dialog.style.setProperty('--left', `${left}px`);
      dialog.style.setProperty('--top', `${top}px`);
    };
    // It tells of the dialog as soon as that is open and laid out, and before it is painted.
    const grown = new ResizeObserver(place);
    grown.observe(dialog);
    addEventListener('resize', place);
    return () => {
      grown.disconnect();
      removeEventListener('resize', place);
    };
  }, [anchor]);
  return (
    <Modal
      className={`${styles['sheet']} ${anchor ? styles['beside'] : styles['hanging']}`}
      label={label}
      description={lede === undefined ? undefined : `${label}-lede`}
      onClose={onClose}
      closesOutside
    >
      <div ref={content} className={styles['content']}>
        <header className={styles['head']}>
          <h2 id={label} lang={lang}>
            {title}
          </h2>
          {tools}
          <button
            type="button"
            className={styles['tool']}
            aria-label="Close"
            data-first-focus
            onClick={() => onClose()}
          >
            <Icon name="close" />
          </button>
        </header>
        {lede !== undefined && (
          <p id={`${label}-lede`} className={styles['lede']}>
            {lede}
          </p>
        )}
        {children}
      </div>
    </Modal>
  );
}

/** A round button in a sheet's head. */
export const sheetTool = styles['tool'];

/** Width in pixels of a sheet in the margin: what it needs at least, and at most. */
const [narrowest, widest] = [250, 368];

/** In the margin where there is one, else below the word, or above it when there is no room below. Pixels on the screen. */
function placeBeside(anchor: HTMLElement, sheet: HTMLElement): { left: number; top: number; width?: number } {
  const word = anchor.getBoundingClientRect();
  const { offsetWidth, offsetHeight: height } = sheet;
  const most = Math.max(12, innerHeight - height - 12);
  const margin = anchor.closest('main')?.getBoundingClientRect().right ?? innerWidth;
  const room = innerWidth - margin - 16;
  if (room >= narrowest)
    return {
      left: margin + 8,
      top: Math.min(Math.max(12, word.top - 4), most),
      width: Math.min(room, widest),
    };
  const left = Math.max(16, Math.min(innerWidth - offsetWidth - 16, word.left - 60));
  const below = word.bottom + 12;
  return { left, top: below <= most ? below : Math.max(12, word.top - height - 12) };
}
