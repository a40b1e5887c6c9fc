import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { statusOf } from '../../../../domain/account/roles.ts';
import type { Client } from '../../../../facade/client/client.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import { endSessionsOf, people, setRoles } from '../../../../facade/people.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dialog, DialogActions } from '../../../shared/components/Dialog.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Field } from '../../../shared/components/form/Field.tsx';
import { loadFailure } from '../../../shared/failures.ts';
import { profileQuery } from '../../../shared/queries.ts';
import { useClient, useSession } from '../../../shared/session.tsx';
import { useRecentLogin } from '../../profile/account/useRecentLogin.tsx';
import { adminMessage, raised } from '../replies.ts';
import { Section } from '../table/Section.tsx';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import styles from './People.module.css';

type Person = ReplyOf<typeof people>[number];
type Role = ReturnType<typeof statusOf>;

function peopleQuery(client: Client, search: string) {
  return queryOptions({
    queryKey: ['people', search],
    queryFn: ({ signal }) => client.call(people, { query: { search }, signal }),
    enabled: search !== '',
    // An account is what it is now.
    staleTime: 0,
  });
}

/** Finds accounts and acts on them: role, sessions, reset. @param onReset opens the form of resets for a name */
export function People({ onReset }: { onReset: (username: string) => void }) {
  const client = useClient();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [asked, setAsked] = useState<{ person: Person; role: Role }>();
  const found = useQuery(peopleQuery(client, search));
  const onSettled = () => queries.invalidateQueries({ queryKey: ['people'] });
  const { data: mine } = useQuery(profileQuery(client));
  const recent = useRecentLogin({ hasPassword: mine?.hasPassword ?? true });
  async function setRole(id: string, role: Role) {
    const reply = await recent.run(() => client.call(setRoles, { body: { id, role } }));
    if (!reply) throw new Error('Nothing was changed: making somebody an admin needs your confirmation.');
    return reply;
  }
  const act = useMutation({
    mutationFn: async (what: { id: string; role?: Role }) =>
      raised(
        what.role === undefined
          ? await client.call(endSessionsOf, { body: { id: what.id } })
          : await setRole(what.id, what.role),
      ),
    onSettled,
  });
  return (
    <Section id="people" title="People" lede="By a part of their username or address.">
      <form
        className={styles['search']}
        aria-label="People"
        onSubmit={event => {
          event.preventDefault();
          act.reset();
          if (typed.trim() === search) void found.refetch();
          setSearch(typed.trim());
        }}
      >
        <Field
          label="Username or e-mail"
          name="search"
          type="search"
          autoComplete="off"
          autoCapitalize="none"
          maxLength={100}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <Button type="submit" look="outline" busy={found.isFetching}>
          Find
        </Button>
      </form>
      {found.error && <Banner type="error">{loadFailure(found.error)}</Banner>}
      {act.isError && <Banner type="error">{adminMessage(act.error)}</Banner>}
      {act.isSuccess && <Banner type="success">{act.data.message}</Banner>}
      <p role="status" className={styles['count']}>
        {found.data && countText(found.data.length, search)}
      </p>
      {found.data && found.data.length > 0 && (
        <Table
          label="People"
          columns={
            <>
              <Head>Who</Head>
              <Head width="10rem">Role</Head>
              <Head>Signed in</Head>
              <Head>Subscription</Head>
              <Head width="17rem">
                <span className={styles['spoken']}>Actions</span>
              </Head>
            </>
          }
        >
          {found.data.map(person => (
            <PersonRow
              key={person.id}
              person={person}
              onRole={role => setAsked({ person, role })}
              onEndSessions={() => act.mutate({ id: person.id })}
              onReset={onReset}
            />
          ))}
        </Table>
      )}
      {recent.dialog}
      {asked && (
        <Dialog
          onClose={() => setAsked(undefined)}
          title={`Make ${nameOf(asked.person)} ${roleTexts[asked.role]}?`}
          description="They are signed out everywhere, so that it holds at once."
        >
          <DialogActions>
            <Button look="outline" onClick={() => setAsked(undefined)}>
              Leave it
            </Button>
            <Button
              onClick={() => {
                act.mutate({ id: asked.person.id, role: asked.role });
                setAsked(undefined);
              }}
            >
              Make {roleTexts[asked.role]}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </Section>
  );
}

function PersonRow({
  person,
  onRole,
  onEndSessions,
  onReset,
}: {
  person: Person;
  onRole: (role: Role) => void;
  onEndSessions: () => void;
  onReset: (username: string) => void;
}) {
  const { learner } = useSession();
  const { id, username, email, createdAt, roles, sessions, lastUsedAt, subscription } = person;
  return (
    <Row>
      <Cell wide>
        <b className={styles['name']}>{username ?? 'no username yet'}</b>
        <span className={styles['small']}>{email}</span>
        <span className={styles['small']}>since {dayOf(createdAt)}</span>
      </Cell>
      <Cell label="Role">
        <select
          className={styles['role']}
          aria-label={`Role of ${nameOf(person)}`}
          value={statusOf(roles)}
          disabled={id === learner}
          onChange={event => onRole(event.target.value as Role)}
        >
          <option value="user">user</option>
          <option value="employee">employee</option>
          <option value="admin">admin</option>
        </select>
      </Cell>
      <Cell label="Signed in">
        {sessions === 0 ? 'nowhere' : `on ${sessions} device${sessions === 1 ? '' : 's'}`}
        {lastUsedAt && <span className={styles['small']}>last {dayOf(lastUsedAt)}</span>}
      </Cell>
      <Cell label="Subscription">
        {subscription
          ? subscription.active
            ? subscription.status
            : `${subscription.status}, closed`
          : 'none'}
        {subscription?.paidUntil && (
          <span className={styles['small']}>
            {subscription.cancelsAtPeriodEnd && 'cancelled, '}paid until {dayOf(subscription.paidUntil)}
          </span>
        )}
      </Cell>
      <Cell actions>
        {sessions > 0 && (
          <Button look="quiet" className={styles['act']} onClick={onEndSessions}>
            Sign out
          </Button>
        )}
        {username !== null && (
          <Button look="quiet" className={styles['act']} onClick={() => onReset(username)}>
            Reset vocabulary
          </Button>
        )}
      </Cell>
    </Row>
  );
}

const roleTexts: Readonly<Record<Role, string>> = {
  user: 'an ordinary user',
  employee: 'an employee',
  admin: 'an admin',
};

const nameOf = ({ username, email }: Person) => username ?? email;

const days = new Intl.DateTimeFormat('en', { dateStyle: 'medium' });
const dayOf = (at: string) => days.format(new Date(at));

/** The call returns at most 20. */
function countText(count: number, search: string): string {
  if (count === 0) return `Nobody is found by '${search}'.`;
  return count === 20 ? 'The first 20 are shown: type more of the name.' : `${count} found.`;
}
