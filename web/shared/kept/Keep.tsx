import { type FormEvent, useId, useRef, useState } from 'react';
import { NOTE_LENGTH } from '../../../domain/vocabulary/kept.ts';
import { Button } from '../components/Button.tsx';
import { StoryIcon } from '../components/StoryIcon.tsx';
import { focusOnAppearance } from '../focus.ts';
import styles from './Keep.module.css';
import type { Keepable } from './kept.ts';
import { useKeep } from './useKeep.ts';

/**
 * Keeps a word or clause, with a note. A removal can be undone while this is open.
 * @param name for the label, as in 'Keep this clause'
 */
export default function Keep({ thing, name }: { thing: Keepable; name: string }) {
  const { kept, keep, letGo, busy, failure } = useKeep(thing);
  const [draft, setDraft] = useState<string | null>(null);
  const [removed, setRemoved] = useState<string | null>(null);
  const group = useRef<HTMLDivElement>(null);
  const label = useId();
  // The pressed button is removed, so the focus moves here.
  const stay = () => group.current?.focus({ preventScroll: true });

  async function save(event: FormEvent) {
    event.preventDefault();
    if (draft === null || busy) return;
    if (!(await keep(draft))) return;
    setDraft(null);
    stay();
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a focused fieldset would be announced.
    <div ref={group} className={styles['keep']} role="group" aria-label={`Keeping ${name}`} tabIndex={-1}>
      <div className={styles['line']}>
        {kept ? (
          <span className={styles['kept']}>
            <StoryIcon name="keep" />
            Kept
          </span>
        ) : (
          <Button
            look="quiet"
            busy={busy || kept === undefined}
            onClick={async () => {
              if (!(await keep(removed ?? ''))) return;
              setRemoved(null);
              stay();
            }}
          >
            {removed === null ? `Keep ${name}` : 'Keep it after all'}
          </Button>
        )}
        {kept && draft === null && (
          <>
            <Button look="quiet" onClick={() => setDraft(kept.note)}>
              {kept.note === '' ? 'Add a note' : 'Change the note'}
            </Button>
            <Button
              look="quiet"
              busy={busy}
              onClick={async () => {
                if (!(await letGo(kept.id))) return;
                setRemoved(kept.note);
                stay();
              }}
            >
              Remove
            </Button>
          </>
        )}
        <span className={styles['status']} role="status">
          {!kept && removed !== null && 'Removed.'}
        </span>
      </div>
      {kept && draft === null && kept.note !== '' && <p className={styles['note']}>{kept.note}</p>}
      {kept && draft !== null && (
        <form onSubmit={event => void save(event)}>
          <label htmlFor={label}>Your note</label>
          <textarea
            id={label}
            rows={3}
            maxLength={NOTE_LENGTH}
            value={draft}
            ref={focusOnAppearance}
            onChange={event => setDraft(event.target.value)}
          />
          <Button type="submit" look="outline" busy={busy}>
            Save
          </Button>
          <Button
            look="quiet"
            onClick={() => {
              setDraft(null);
              stay();
            }}
          >
            Cancel
          </Button>
        </form>
      )}
      {failure !== null && (
        <p className={styles['failure']} role="alert">
          <StoryIcon name="alert" size={16} />
          {failure}
        </p>
      )}
    </div>
  );
}
