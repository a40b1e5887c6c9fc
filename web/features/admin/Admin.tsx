import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { reinitializeAllUsers, resetVocabulary } from '../../../facade/vocabularies.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { Field } from '../../shared/components/form/Field.tsx';
import { messageOf } from '../../shared/failures.ts';
import { useClient } from '../../shared/session.tsx';
import styles from '../profile/Profile.module.css';

/** Spec 2 and 5, admin: the two tools on vocabularies. */
export default function Admin() {
  return (
    <div className={styles['page']}>
      <Link to="/profile">Profile</Link>
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
  const reset = useMutation({ mutationFn: () => client.call(resetVocabulary, { body: { username } }) });
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
      <Field label="Username" required onChange={event => setUsername(event.target.value.trim())} />
      <Field
        label={username ? `Type: ${wanted}` : 'Confirmation'}
        required
        autoComplete="off"
        error={unconfirmed ? 'confirm first' : undefined}
        onChange={event => {
          setConfirmation(event.target.value);
          setUnconfirmed(false);
        }}
      />
      {reset.isError && <Banner type="error">{messageOf(reset.error) ?? reset.error.message}</Banner>}
      {reset.isSuccess && <Banner type="success">{reset.data.message}</Banner>}
      <Button type="submit" look="danger" busy={reset.isPending}>
        Reset
      </Button>
    </form>
  );
}

function ReinitializeAll() {
  const client = useClient();
  const rebuild = useMutation({ mutationFn: () => client.call(reinitializeAllUsers) });
  return (
    <section className={styles['sheet']}>
      <h2>Rebuild all vocabularies</h2>
      <p>
        Builds the read models of everybody's vocabulary from the log again, beside the ones that are shown.
        Learners notice nothing.
      </p>
      {rebuild.isError && <Banner type="error">{messageOf(rebuild.error) ?? rebuild.error.message}</Banner>}
      {rebuild.isSuccess && <Banner type="success">{rebuild.data.message}</Banner>}
      <Button look="outline" busy={rebuild.isPending} onClick={() => rebuild.mutate()}>
        Rebuild
      </Button>
    </section>
  );
}
