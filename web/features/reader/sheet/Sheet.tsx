import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { Icon } from '../../../shared/components/Icon.tsx';
import { closeAfterPaint, Modal } from '../../../shared/components/Modal.tsx';
import styles from './Sheet.module.css';

/**
 * A panel beside its word, or at the bottom of a phone. The page behind it stays visible; the focus stays inside; Escape or a
 * click outside closes it.
 * @param anchor the word's element; without one the panel is placed below the bar
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
  /** The translation of its title; announced with it. */
  lede?: ReactNode;
  /** Buttons beside the title. */
  tools?: ReactNode;
  /** `outside`: the coordinates of the click. */
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
    // Called after the dialog is open and laid out, and before it is painted.
    const grown = new ResizeObserver(place);
    grown.observe(dialog);
    addEventListener('resize', place);
    return () => {
      grown.disconnect();
      removeEventListener('resize', place);
    };
  }, [anchor]);
  const close: typeof onClose = outside => closeAfterPaint(content.current, () => onClose(outside));
  return (
    <Modal
      className={`${styles['sheet']} ${anchor ? styles['beside'] : styles['hanging']}`}
      label={label}
      description={lede === undefined ? undefined : `${label}-lede`}
      onClose={close}
      closesOutside
    >
      <div ref={content} className={styles['content']}>
        <div className={styles['head']}>
          <h2 id={label} lang={lang}>
            {title}
          </h2>
          {tools}
          <button
            type="button"
            className={styles['tool']}
            aria-label="Close"
            data-first-focus
            onClick={() => close()}
          >
            <Icon name="close" />
          </button>
        </div>
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

/** A round button in the head of a sheet. */
export const sheetTool = styles['tool'];

/** The least and greatest width of a sheet in the margin, in pixels. */
const [narrowest, widest] = [250, 368];

/** The position in pixels: in the margin if it is wide enough, otherwise below the word, or above it without room below. */
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
