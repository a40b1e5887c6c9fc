import { queryOptions, useQuery } from '@tanstack/react-query';
import type { Client } from '../../../../facade/client/client.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import { resetTrail } from '../../../../facade/people.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { loadFailure } from '../../../shared/failures.ts';
import { useClient } from '../../../shared/session.tsx';
import { AdminIcon } from '../AdminIcon.tsx';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import styles from './ResetTrail.module.css';

type Reset = ReplyOf<typeof resetTrail>[number];

function trailQuery(client: Client) {
  return queryOptions({
    queryKey: ['reset-trail'],
    queryFn: ({ signal }) => client.call(resetTrail, { signal }),
  });
}

/** The audit trail of resets. @param open whether it is visible; it is loaded only then */
export function ResetTrail({ open, onUndo }: { open: boolean; onUndo: (username: string) => void }) {
  const trail = useQuery({ ...trailQuery(useClient()), enabled: open });
  if (trail.error) return <Banner type="error">{loadFailure(trail.error)}</Banner>;
  if (!trail.data) return null;
  return (
    <section className={styles['trail']} aria-label="Resets so far">
      <h3>Resets so far</h3>
      {trail.data.length === 0 && <p>Nobody's vocabulary was ever reset.</p>}
      {trail.data.length > 0 && (
        <Table
          label="Resets so far"
          columns={
            <>
              <Head>When</Head>
              <Head>Learner</Head>
              <Head>By</Head>
              <Head>Undone</Head>
            </>
          }
        >
          {trail.data.map((reset, index) => (
            <Row key={`${reset.learner} ${reset.at}`}>
              <Cell label="When">{timeOf(reset.at)}</Cell>
              <Cell label="Learner">{named(reset.username)}</Cell>
              <Cell label="By">{named(reset.by)}</Cell>
              <Cell label="Undone">
                {undone(reset) ?? (
                  <UndoButton reset={reset} earlier={trail.data.slice(0, index)} onUndo={onUndo} />
                )}
              </Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  );
}

/** Only the newest reset of a learner with an existing account can be undone. */
function UndoButton({
  reset: { learner, username },
  earlier,
  onUndo,
}: {
  reset: Reset;
  /** The newer rows, which come first. */
  earlier: readonly Reset[];
  onUndo: (username: string) => void;
}) {
  if (username === null || earlier.some(one => one.learner === learner)) return <>no</>;
  return (
    <Button look="quiet" aria-label={`Undo the reset of ${username}`} onClick={() => onUndo(username)}>
      <AdminIcon name="undo" size={17} />
      Undo
    </Button>
  );
}

function undone({ undoneAt, undoneBy }: Reset): string | undefined {
  return undoneAt === null ? undefined : `${timeOf(undoneAt)}, by ${named(undoneBy)}`;
}

const named = (name: string | null) => name ?? 'a deleted account';

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });
const timeOf = (at: string) => format.format(new Date(at));
