import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { resetVocabulary, undoVocabularyReset } from '../../../../facade/vocabularies.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner, bannerAction } from '../../../shared/components/feedback/Banner.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { useClient } from '../../../shared/session.tsx';
import styles from '../panel/Form.module.css';
import { Panel, type Place } from '../panel/Panel.tsx';
import { adminMessage, raised } from '../replies.ts';

/** Resets a learner's vocabularies after a typed confirmation (spec 5); can be undone until something is learned. */
export function ResetForm({ place }: { place: Place }) {
  const client = useClient();
  const [username, setUsername] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [unconfirmed, setUnconfirmed] = useState(false);
  const undo = useMutation({
    mutationFn: async (of: string) =>
      raised(await client.call(undoVocabularyReset, { body: { username: of } })),
  });
  const reset = useMutation({
    mutationFn: async (of: string) => ({
      ...raised(await client.call(resetVocabulary, { body: { username: of } })),
      of,
    }),
    onMutate: () => undo.reset(),
    onSuccess: () => setConfirmation(''),
  });
  const wanted = `Reset ${username}'s vocabulary`;
  return (
    <Panel form="vocabulary-reset" place={place} running={reset.isPending ? 'Being reset…' : undefined}>
      <form
        className={styles['form']}
        aria-label="Vocabulary reset"
        noValidate
        onSubmit={event => {
          event.preventDefault();
          const isConfirmed = username !== '' && confirmation === wanted;
          setUnconfirmed(!isConfirmed);
          if (isConfirmed && !reset.isPending) reset.mutate(username);
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
            setUsername(event.target.value.trim());
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
        {reset.isError && <Banner type="error">{adminMessage(reset.error)}</Banner>}
        {undo.isError && <Banner type="error">{adminMessage(undo.error)}</Banner>}
        {undo.isSuccess && <Banner type="success">{undo.data.message}</Banner>}
        {reset.isSuccess && !undo.isSuccess && (
          <Banner
            type="success"
            action={
              <button
                type="button"
                className={bannerAction}
                disabled={undo.isPending}
                onClick={() => undo.mutate(reset.data.of)}
              >
                Undo
              </button>
            }
          >
            {reset.data.message}
          </Banner>
        )}
        <div className={styles['actions']}>
          <Button type="submit" look="danger" busy={reset.isPending}>
            Reset
          </Button>
        </div>
      </form>
    </Panel>
  );
}
