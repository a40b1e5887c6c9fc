import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { AdminIcon } from '../AdminIcon.tsx';
import { whole } from '../read-models/words.ts';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import styles from './LevelPolicy.module.css';
import { Progress } from './Progress.tsx';
import { type Page, SAMPLE } from './summing.ts';
import { changeTexts } from './texts.ts';
import type { Previewing } from './usePreview.ts';

/** The effect of a policy, during and after the computation. */
export function Preview({
  preview: { policy, scope, going, sum, failure },
  onStop,
  onAll,
}: {
  preview: Previewing;
  onStop: () => void;
  onAll: () => void;
}) {
  const [done, total] =
    scope === 'all' ? [sum?.accounts ?? 0, sum?.total ?? 0] : [sum?.vocabularies ?? 0, SAMPLE];
  return (
    <section className={styles['part']} aria-label="Preview">
      <h3>Under '{policy}'</h3>
      {failure && <Banner type="error">{failure}</Banner>}
      {going && (
        <>
          <Progress
            label="Counted"
            done={done}
            total={total}
            unit={scope === 'all' ? 'accounts' : 'learners'}
          />
          <div className={styles['actions']}>
            <Button look="outline" onClick={onStop}>
              <AdminIcon name="stop" size={18} />
              Stop
            </Button>
          </div>
        </>
      )}
      <p role="status">{!going && sum && lookedAt(sum)}</p>
      {sum && <Found sum={sum} />}
      {!going && sum && sum.next !== null && (
        <div className={styles['actions']}>
          <Button look="outline" onClick={onAll}>
            Go on to all learners
          </Button>
        </div>
      )}
    </section>
  );
}

function lookedAt({ vocabularies, next }: Page): string {
  if (vocabularies === 0) return 'Nobody has learned anything yet.';
  const learners = vocabularies === 1 ? 'one learner' : `${whole.format(vocabularies)} learners`;
  return next === null ? `Counted for all: ${learners}.` : `Counted for ${learners}, taken at random.`;
}

function Found({ sum: { moves, changes, bandsUp, bandsDown, thirds } }: { sum: Page }) {
  const [before, after] = thirds.map(sum => whole.format(Math.floor(sum / 3)));
  return (
    <>
      <dl className={styles['figures']}>
        <div>
          <dt>Known in all</dt>
          <dd>
            {before} → {after}
          </dd>
        </div>
        <div>
          <dt>A band lower</dt>
          <dd>{whole.format(bandsDown)}</dd>
        </div>
        <div>
          <dt>A band higher</dt>
          <dd>{whole.format(bandsUp)}</dd>
        </div>
      </dl>
      {moves.length === 0 ? (
        <p>No fragment would move.</p>
      ) : (
        <div className={styles['tables']}>
          <Table
            label="Fragments that would move"
            columns={
              <>
                <Head>Level</Head>
                <Head number>Fragments</Head>
              </>
            }
          >
            {moves.map(([from, to, count]) => (
              <Row key={`${from} ${to}`}>
                <Cell label="Level">
                  {from} → {to}
                </Cell>
                <Cell number label="Fragments">
                  {whole.format(count)}
                </Cell>
              </Row>
            ))}
          </Table>
          <Table
            label="Known counts that would change"
            columns={
              <>
                <Head>Known count</Head>
                <Head number>Learners</Head>
              </>
            }
          >
            {changes.map((count, index) =>
              count === 0 ? null : (
                <Row key={changeTexts[index]}>
                  <Cell label="Known count">{changeTexts[index]}</Cell>
                  <Cell number label="Learners">
                    {whole.format(count)}
                  </Cell>
                </Row>
              ),
            )}
          </Table>
        </div>
      )}
    </>
  );
}
