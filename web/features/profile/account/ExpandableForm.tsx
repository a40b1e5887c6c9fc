import { type ReactNode, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import styles from '../Profile.module.css';

/** A value, and a button that opens the form to change it. Closing the form returns the focus to the button. */
export function ExpandableForm({
  about,
  label,
  submitLabel,
  isValid,
  success,
  submit,
  children,
}: {
  /** The current value. */
  about: ReactNode;
  label: string;
  submitLabel: string;
  isValid: boolean;
  /** The success message; shown while the form is closed. */
  success: string | undefined;
  /** @returns whether it succeeded; the form then closes */
  submit: () => Promise<boolean>;
  /** The fields; the first one takes the focus. */
  children: ReactNode;
}) {
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);

  function close() {
    flushSync(() => setOpen(false));
    opener.current?.focus();
  }
  async function send() {
    if (busy || !isValid) return;
    setBusy(true);
    const done = await submit().finally(() => setBusy(false));
    if (done) close();
  }

  if (!open)
    return (
      <>
        {success !== undefined && <Banner type="success">{success}</Banner>}
        <div className={styles['row']}>
          <p>{about}</p>
          <Button ref={opener} look="outline" onClick={() => setOpen(true)}>
            {label}
          </Button>
        </div>
      </>
    );
  return (
    <form
      className={styles['form']}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        void send();
      }}
    >
      {children}
      <div className={styles['actions']}>
        <Button type="submit" busy={busy} disabled={!isValid}>
          {submitLabel}
        </Button>
        <Button look="quiet" onClick={close}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
