import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { cancelReinitialization } from '../../../../facade/projections.ts';
import { reinitializeAllUsers } from '../../../../facade/vocabularies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { useClient } from '../../../shared/session.tsx';
import styles from '../panel/Form.module.css';
import { Panel, type PanelState } from '../panel/Panel.tsx';
import { previewQuery, projectionsQuery } from '../read-models/queries.ts';
import { RebuildDialog } from '../read-models/RebuildDialog.tsx';
import { RebuildProgress } from '../read-models/RebuildProgress.tsx';
import { titleOf } from '../read-models/words.ts';
import { adminMessage, raised } from '../replies.ts';

/** Rebuilds the vocabulary read models of everybody from the log, beside the live ones: preview, progress, cancel. */
export function RebuildForm({ place }: { place: PanelState }) {
  const client = useClient();
  const queries = useQueryClient();
  const [asking, setAsking] = useState(false);
  const statuses = useQuery(projectionsQuery(client));
  const preview = useQuery(previewQuery(client));
  const act = useMutation({
    mutationFn: async (what: 'rebuild' | 'cancel') =>
      raised(await client.call(what === 'rebuild' ? reinitializeAllUsers : cancelReinitialization)),
    onSettled: () => queries.invalidateQueries({ queryKey: ['projections'], exact: true }),
  });
  const models = preview.data?.allUsers ?? [];
  const rebuilding = (statuses.data?.projections ?? []).flatMap(({ name, rebuild: one }) =>
    one && models.includes(name) ? [{ name, rebuild: one }] : [],
  );
  const left = `${rebuilding.length} of ${models.length} to go`;
  return (
    <Panel form="rebuild" place={place} running={rebuilding.length > 0 ? left : undefined}>
      <div className={styles['form']}>
        <p>
          Builds everybody's vocabulary from the log again, beside the one that is shown. Nothing a learner
          did is lost, and nobody has to wait.
        </p>
        {act.isError && <Banner type="error">{adminMessage(act.error)}</Banner>}
        {act.isSuccess && <Banner type="success">{act.data.message}</Banner>}
        {rebuilding.map(one => (
          <div key={one.name} className={styles['found']}>
            <b>{titleOf(one.name)}</b>
            <RebuildProgress {...one} />
          </div>
        ))}
        <div className={styles['actions']}>
          {rebuilding.length === 0 ? (
            <Button look="outline" busy={act.isPending} onClick={() => setAsking(true)}>
              Rebuild
            </Button>
          ) : (
            <Button look="outline" busy={act.isPending} onClick={() => act.mutate('cancel')}>
              Cancel the rebuild
            </Button>
          )}
        </div>
      </div>
      {asking && (
        <RebuildDialog
          title="Rebuild for all users?"
          onClose={() => setAsking(false)}
          onConfirm={() => act.mutate('rebuild')}
        />
      )}
    </Panel>
  );
}
