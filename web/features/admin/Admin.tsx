import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { reinitializeAllUsers, resetVocabulary, undoVocabularyReset } from '../../../facade/vocabularies.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../shared/components/Dialog.tsx';
import { Banner, bannerAction } from '../../shared/components/feedback/Banner.tsx';
import { Field } from '../../shared/components/form/Field.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { messageOf } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { useClient } from '../../shared/session.tsx';
import styles from '../profile/Profile.module.css';

/** Spec 2 and 5, admin: the two tools on vocabularies. */
export default function Admin() {
  usePageTitle('Admin');
  return (
    <div className={styles['page']}>
      <p>
        <ButtonLink look="quiet" to="/profile" className={styles['back']}>
          <Icon name="back" />
          Profile
        </ButtonLink>
      </p>
      <h1>admin</h1>
      <ResetVocabulary />
      <ReinitializeAll />
    </div>
  );
}

function ResetVocabulary() {
  const client = useClient();
  const [username, setUsername] = useState('');
  const [confirmation, setConfirmation] = useState('');
  const [unconfirmed, setUnconfirmed] = useState(false);
  const undo = useMutation({
    mutationFn: (of: string) => client.call(undoVocabularyReset, { body: { username: of } }),
  });
  const reset = useMutation({
    mutationFn: () =>
      client.call(resetVocabulary, { body: { username } }).then(reply => ({ ...reply, of: username })),
    onMutate: () => undo.reset(),
  });
  const wanted = `Reset ${username}'s vocabulary`;
  return (
    <form
      className={styles['sheet']}
      onSubmit={event => {
        event.preventDefault();
        setUnconfirmed(confirmation !== wanted);
        if (confirmation === wanted) reset.mutate();
      }}
    >
      <h2>Reset a vocabulary</h2>
      <Field
        label="Username"
        required
        value={username}
        onChange={event => setUsername(event.target.value.trim())}
      />
      <Field
        label={username ? `Type: ${wanted}` : 'Confirmation'}
        required
        autoComplete="off"
        value={confirmation}
        error={unconfirmed ? 'confirm first' : undefined}
        onChange={event => {
          setConfirmation(event.target.value);
          setUnconfirmed(false);
        }}
      />
      {reset.isError && <Banner type="error">{messageOf(reset.error) ?? reset.error.message}</Banner>}
      {undo.isError && <Banner type="error">{messageOf(undo.error) ?? undo.error.message}</Banner>}
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
      <Button type="submit" look="danger" busy={reset.isPending}>
        Reset
      </Button>
    </form>
  );
}

function ReinitializeAll() {
  const client = useClient();
  const [asking, setAsking] = useState(false);
  const rebuild = useMutation({ mutationFn: () => client.call(reinitializeAllUsers) });
  return (
    <section className={styles['sheet']}>
      <h2>Reinitialize all users</h2>
      <p>
        Builds everybody's vocabulary from the log again, beside the one that is shown. Nothing a learner did
        is lost, and nobody has to wait.
      </p>
      {rebuild.isError && <Banner type="error">{messageOf(rebuild.error) ?? rebuild.error.message}</Banner>}
      {rebuild.isSuccess && <Banner type="success">{rebuild.data.message}</Banner>}
      <Button look="outline" busy={rebuild.isPending} onClick={() => setAsking(true)}>
        Reinitialize all
      </Button>
      {asking && (
        <Dialog
          onClose={() => setAsking(false)}
          title="Reinitialize all users?"
          description="The vocabulary of every learner is built anew. This takes a while and much of the database's time."
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
              Reinitialize all
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </section>
  );
}
