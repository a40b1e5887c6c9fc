import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../../facade/client/client.ts';
import { ownResets } from '../../../facade/people.ts';
import { useClient } from '../../shared/session.tsx';
import styles from './Profile.module.css';

function ownResetsQuery(client: Client) {
  return queryOptions({
    queryKey: ['own-resets'],
    queryFn: ({ signal }) => client.call(ownResets, { signal }),
  });
}

/** Times of resets of this learner's vocabulary and of their undos; renders nothing without any. */
export function ResetNotes() {
  const { data = [] } = useQuery(ownResetsQuery(useClient()));
  if (data.length === 0) return null;
  return (
    <section className={styles['sheet']}>
      <h2>What the team did</h2>
      <ul>
        {data.map(({ at, undoneAt }) => (
          <li key={at}>
            Your vocabulary was reset on {timeOf(at)}
            {undoneAt && `, and what you knew was given back on ${timeOf(undoneAt)}`}.
          </li>
        ))}
      </ul>
    </section>
  );
}

const format = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });
const timeOf = (at: string) => format.format(new Date(at));
