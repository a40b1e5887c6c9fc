import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { useClient } from '../../../shared/session.tsx';
import { adminMessage } from '../replies.ts';
import { previewQuery } from './queries.ts';
import styles from './ReadModels.module.css';
import { previewText, titleOf } from './words.ts';

/**
 * Shows the estimate of a rebuild and asks for confirmation.
 * @param names of projections; undefined: those of the rebuild for all users
 */
export function RebuildDialog({
  title,
  names,
  onClose,
  onConfirm,
}: {
  title: string;
  names?: readonly string[];
  onClose: () => void;
  onConfirm: () => void;
}) {
  const preview = useQuery(previewQuery(useClient()));
  const wanted = names ?? preview.data?.allUsers ?? [];
  const found = preview.data?.projections.filter(({ name }) => wanted.includes(name));
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description="It is built from the log beside the live one, which answers all the while. Nothing a learner did is lost."
    >
      <div className={styles['preview']} role="status">
        {preview.isError && <p>{adminMessage(preview.error)}</p>}
        {!preview.isError && !found && <p>Counting events…</p>}
        {found && <p>{previewText(found)}</p>}
        {found && names === undefined && (
          <p className={styles['small']}>{found.map(({ name }) => titleOf(name)).join(', ')}</p>
        )}
      </div>
      <DialogActions>
        <Button look="outline" onClick={onClose}>
          Keep it
        </Button>
        <Button
          onClick={() => {
            onClose();
            onConfirm();
          }}
        >
          Rebuild
        </Button>
      </DialogActions>
    </Dialog>
  );
}
