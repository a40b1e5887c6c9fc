import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { resetVocabulary, undoVocabularyReset } from '../../../../facade/vocabularies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner, bannerAction } from '../../../shared/components/feedback/Banner.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { useClient } from '../../../shared/session.tsx';
import styles from '../panel/Form.module.css';
import { Panel, type PanelState } from '../panel/Panel.tsx';
import { adminMessage, raised } from '../replies.ts';
import { ResetTrail } from './ResetTrail.tsx';

/** Resets a learner's vocabularies after a typed confirmation (spec 5); can be undone until something is learned. */
export function ResetForm({
  place,
  username,
  onUsername,
}: {
  place: PanelState;
  username: string;
  onUsername: (username: string) => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [confirmation, setConfirmation] = useState('');
  const [unconfirmed, setUnconfirmed] = useState(false);
  const act = useMutation({
    mutationFn: async ({ what, of }: { what: 'reset' | 'undo'; of: string }) => {
      const body = { username: of };
      if (what === 'reset') return raised(await client.call(resetVocabulary, { body }));
      return { ...raised(await client.call(undoVocabularyReset, { body })), undoable: false };
    },
    onSuccess: (_, { what }) => {
      if (what === 'reset') setConfirmation('');
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['reset-trail'] }),
  });
  const wanted = `Reset ${username}'s vocabulary`;
  return (
    <Panel form="vocabulary-reset" place={place} running={act.isPending ? 'Under way…' : undefined}>
      <form
        className={styles['form']}
        aria-label="Vocabulary reset"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          const isConfirmed = username !== '' && confirmation === wanted;
          setUnconfirmed(!isConfirmed);
          if (isConfirmed && !act.isPending) act.mutate({ what: 'reset', of: username });
        }}
      >
        <Field
          label="Username"
          name="username"
          required
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={username}
          onChange={event => {
            onUsername(event.target.value.trim());
            setUnconfirmed(false);
          }}
        />
        <Field
          label={username ? `Type: ${wanted}` : 'Confirmation'}
          name="confirmation"
          required
          autoComplete="off"
          value={confirmation}
          error={unconfirmed ? 'confirm first' : undefined}
          onChange={event => {
            setConfirmation(event.target.value);
            setUnconfirmed(false);
          }}
        />
        {act.isError && <Banner type="error">{adminMessage(act.error)}</Banner>}
        {act.isSuccess && (
          <Banner
            type="success"
            action={
              act.data.undoable && (
                <button
                  type="button"
                  className={bannerAction}
                  onClick={() => act.mutate({ what: 'undo', of: act.variables.of })}
                >
                  Undo
                </button>
              )
            }
          >
            {act.data.message}
          </Banner>
        )}
        <div className={styles['actions']}>
          <Button type="submit" look="danger" busy={act.isPending}>
            Reset
          </Button>
        </div>
      </form>
      <ResetTrail open={place.open} onUndo={of => act.mutate({ what: 'undo', of })} />
    </Panel>
  );
}
