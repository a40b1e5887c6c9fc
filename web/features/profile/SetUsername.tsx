import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { meets, usernameRules } from '../../../domain/account/rules.ts';
import { setUsername } from '../../../facade/identity.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Field } from '../../shared/components/form/Field.tsx';
import { profileQuery } from '../../shared/queries.ts';
import { refusalText } from '../../shared/refusal-text.ts';
import { useClient } from '../../shared/session.tsx';
import styles from './Profile.module.css';

/** For an account that has no username yet, such as one of a sign-in provider (spec 2, profile; spec 8). */
export function SetUsername({ onNamed }: { onNamed: (username: string) => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [username, setName] = useState('');
  const choose = useMutation({
    mutationFn: () => client.call(setUsername, { body: { username } }),
    onSuccess: async reply => {
      onNamed(reply.username);
      await queries.invalidateQueries(profileQuery(client));
      // The name above the page is the access token's, which still says none.
      await client.refresh();
    },
  });
  return (
    <form
      className={styles['sheet']}
      noValidate
      onSubmit={event => {
        event.preventDefault();
        choose.mutate();
      }}
    >
      <h2>Choose a username</h2>
      <Field
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        rules={usernameRules}
        value={username}
        error={choose.isError ? refusalText(choose.error) : undefined}
        onChange={event => {
          setName(event.target.value);
          choose.reset();
        }}
      />
      <div className={styles['actions']}>
        <Button type="submit" disabled={!meets(usernameRules, username)} busy={choose.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
