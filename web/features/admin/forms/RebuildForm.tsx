import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reinitializeAllUsers } from '../../../../facade/vocabularies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { useClient } from '../../../shared/session.tsx';
import styles from '../panel/Form.module.css';
import { Panel, type Place } from '../panel/Panel.tsx';
import { adminMessage, raised } from '../replies.ts';

/** Rebuilds the vocabulary read models of everybody from the log, beside the live ones. */
export function RebuildForm({ place }: { place: Place }) {
  const client = useClient();
  const [asking, setAsking] = useState(false);
  const rebuild = useMutation({
    mutationFn: async () => raised(await client.call(reinitializeAllUsers)),
  });
  return (
    <Panel form="rebuild" place={place} running={rebuild.isPending ? 'Being started…' : undefined}>
      <div className={styles['form']}>
        <p>
          Builds everybody's vocabulary from the log again, beside the one that is shown. Nothing a learner
          did is lost, and nobody has to wait.
        </p>
        {rebuild.isError && <Banner type="error">{adminMessage(rebuild.error)}</Banner>}
        {rebuild.isSuccess && <Banner type="success">{rebuild.data.message}</Banner>}
        <div className={styles['actions']}>
          <Button look="outline" busy={rebuild.isPending} onClick={() => setAsking(true)}>
            Rebuild
          </Button>
        </div>
      </div>
      {asking && (
        <Dialog
          onClose={() => setAsking(false)}
          title="Rebuild for all users?"
          description="The vocabulary of every learner is built again. This takes a while and much of the database's time."
        >
          <DialogActions>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Cancel
            </Button>
            <Button
              onClick={() => {
                setAsking(false);
                rebuild.mutate();
              }}
            >
              Rebuild
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Panel>
  );
}
