import { whole } from '../read-models/words.ts';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import styles from './LevelPolicy.module.css';
import type { State } from './query.ts';

const format = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Who switched, when, and what it moved. */
export function Trail({ trail }: { trail: State['trail'] }) {
  if (trail.length === 0) return null;
  return (
    <section className={styles['part']} aria-label="Switches so far">
      <h3>Switches so far</h3>
      <Table
        label="Switches so far"
        columns={
          <>
            <Head>When</Head>
            <Head>To</Head>
            <Head>By</Head>
            <Head number>Vocabularies</Head>
            <Head number>Fragments moved</Head>
          </>
        }
      >
        {trail.map(({ id, at, policy, takesBack, by, vocabularies, fragments }) => (
          <Row key={id}>
            <Cell label="When">{format.format(new Date(at))}</Cell>
            <Cell label="To">{takesBack === null ? policy : `back to ${policy}`}</Cell>
            <Cell label="By">{by ?? 'a deleted account'}</Cell>
            <Cell number label="Vocabularies">
              {whole.format(vocabularies)}
            </Cell>
            <Cell number label="Fragments moved">
              {whole.format(fragments)}
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}
