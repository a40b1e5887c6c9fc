import { type ReactNode, useEffect, useRef } from 'react';

/**
 * A `<dialog>` over everything else, for as long as it is mounted: the browser keeps the focus in it, lets Escape
 * close it and gives the focus back. What is marked `data-first-focus` gets the focus, else the first control.
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
  /** Asked for by Escape, and by a click outside where that closes: then with its place on the screen. */
  onClose: (outside?: { readonly x: number; readonly y: number }) => void;
  closesOutside?: boolean;
  children: ReactNode;
}) {
  const element = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    dialog?.querySelector<HTMLElement>('[data-first-focus]')?.focus();
    return () => dialog?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does by keyboard what a click outside does.
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
        // Browsers close it by themselves when Escape is pressed again and again.
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
