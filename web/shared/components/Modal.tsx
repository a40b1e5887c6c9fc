import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { afterPaint } from '../after-paint.ts';

/**
 * A modal `<dialog>` while it is mounted: the browser keeps the focus in it, closes it on Escape and restores the focus. The
 * element marked `data-first-focus` gets the focus, else the first control.
 */
export function Modal({
  className,
  label,
  description,
  onClose,
  closesOutside = false,
  children,
}: {
  className: string | undefined;
  /** Id of the element that names it. */
  label: string;
  /** Id of the element that describes it. */
  description?: string | undefined;
  /** Called on Escape, and on a click outside with its coordinates. */
  onClose: (outside?: { readonly x: number; readonly y: number }) => void;
  closesOutside?: boolean;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  // As a layout effect it is closed before it leaves the page: browsers restore the focus only then.
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard equivalent of a click outside.
    <dialog
      ref={element}
      className={className}
      aria-labelledby={label}
      aria-describedby={description}
      onCancel={event => {
        // The parent decides whether it closes.
        event.preventDefault();
        onClose();
      }}
      onClose={event => {
        // Browsers close it themselves after repeated presses of Escape.
        if (!event.currentTarget.open) onClose();
      }}
      onClick={event => {
        if (closesOutside && event.target === event.currentTarget)
          onClose({ x: event.clientX, y: event.clientY });
      }}
    >
      {children}
    </dialog>
  );
}

/**
 * Hides a dialog in the next frame, and closes it after that frame: when a dialog closes, the page behind it is no longer
 * inert, and the browser calculates all of its styles again.
 * @param inside an element of the dialog
 */
export function closeAfterPaint(inside: Element | null, close: () => void): void {
  const dialog = inside?.closest('dialog');
  if (!dialog || 'closing' in dialog.dataset) return;
  dialog.dataset['closing'] = '';
  afterPaint(() => {
    flushSync(close);
    // Its owner may keep it open.
    delete dialog.dataset['closing'];
  });
}
