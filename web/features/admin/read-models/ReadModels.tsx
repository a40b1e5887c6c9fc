import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { controlProjection, type projectionActs } from '../../../../facade/projections.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../../shared/components/feedback/States.tsx';
import { PageSpinner } from '../../../shared/components/Spinner.tsx';
import { loadFailure } from '../../../shared/failures.ts';
import { useClient } from '../../../shared/session.tsx';
import { AdminIcon, type AdminIconName } from '../AdminIcon.tsx';
import { adminMessage, raised } from '../replies.ts';
import { Section } from '../table/Section.tsx';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import { type Projection, projectionsQuery } from './queries.ts';
import styles from './ReadModels.module.css';
import { RebuildDialog } from './RebuildDialog.tsx';
import { RebuildProgress } from './RebuildProgress.tsx';
import { useAnnouncedStates } from './useAnnouncedStates.ts';
import { useRates } from './useRates.ts';
import { stateOf, summaryOf, titleOf, whole } from './words.ts';

type Act = (typeof projectionActs)[number];

/** The projections: state, lag, rate, last error, rebuild. @param canAct with pause, resume, rebuild and cancel */
export function ReadModels({ canAct }: { canAct: boolean }) {
  const client = useClient();
  const queries = useQueryClient();
  const found = useQuery(projectionsQuery(client));
  const rates = useRates(found.data?.projections, found.dataUpdatedAt);
  const announced = useAnnouncedStates(found.data?.projections);
  const [asking, setAsking] = useState<string>();
  const control = useMutation({
    mutationFn: async (body: { projection: string; act: Act }) =>
      raised(await client.call(controlProjection, { body })),
    onSettled: () => queries.invalidateQueries({ queryKey: ['projections'], exact: true }),
  });
  const act = (projection: string, what: Act) =>
    what === 'rebuild' ? setAsking(projection) : control.mutate({ projection, act: what });

  if (!found.data && found.error)
    return (
      <Section id="read-models" title="Read models">
        <ErrorState messages={[loadFailure(found.error)]} onRetry={() => void found.refetch()} />
      </Section>
    );
  if (!found.data)
    return (
      <Section id="read-models" title="Read models">
        <PageSpinner />
      </Section>
    );
  const { events, projections } = found.data;
  return (
    <Section id="read-models" title="Read models" lede={summaryOf(events, projections)}>
      {control.isError && <Banner type="error">{adminMessage(control.error)}</Banner>}
      {found.error && <Banner type="error">This is no longer renewed: {loadFailure(found.error)}</Banner>}
      <p role="status" className={styles['spoken']}>
        {announced}
      </p>
      <Table
        label="Read models"
        columns={
          <>
            <Head>Read model</Head>
            <Head width="8.5rem">State</Head>
            <Head number width="7rem">
              Behind
            </Head>
            <Head number width="9rem">
              Events a second
            </Head>
            <Head>Rebuild</Head>
            {canAct && (
              <Head width="15rem">
                <span className={styles['spoken']}>Actions</span>
              </Head>
            )}
          </>
        }
      >
        {projections.map(one => (
          <Row key={one.name}>
            <Cell>
              <b className={styles['name']}>{titleOf(one.name)}</b>
              <span className={styles['small']}>
                v{one.version}
                {one.rebuild && `, v${one.rebuild.version} beside it`}
              </span>
            </Cell>
            <Cell>
              <State of={one} />
            </Cell>
            <Cell number label="Behind">
              {one.behind === 0 ? 'nothing' : whole.format(one.behind)}
            </Cell>
            <Cell number label="Events a second">
              {whole.format(rates.get(one.name) ?? 0)}
            </Cell>
            <Cell wide>{detailOf(one)}</Cell>
            {canAct && (
              <Cell actions>
                {actsOf(one).map(([what, icon, text]) => (
                  <Button
                    key={what}
                    look="quiet"
                    className={styles['act']}
                    aria-label={`${text} ${titleOf(one.name)}`}
                    onClick={() => act(one.name, what)}
                  >
                    <AdminIcon name={icon} size={17} />
                    {text}
                  </Button>
                ))}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
      {asking !== undefined && (
        <RebuildDialog
          title={`Rebuild ${titleOf(asking)}?`}
          names={[asking]}
          onClose={() => setAsking(undefined)}
          onConfirm={() => control.mutate({ projection: asking, act: 'rebuild' })}
        />
      )}
    </Section>
  );
}

function State({ of }: { of: Projection }) {
  const { word, icon, tone } = stateOf(of);
  return (
    <span className={`${styles['state']} ${styles[tone]}`}>
      <AdminIcon name={icon} size={18} />
      {word}
    </span>
  );
}

/** Its rebuild, or why it stopped. */
function detailOf({ name, failure, rebuild }: Projection) {
  if (failure) {
    const { event, reason } = failure;
    const place = event && `${event.type} at ${event.stream}/${event.revision}`;
    return <p className={styles['error']}>{[place, reason].filter(Boolean).join(': ')}</p>;
  }
  return rebuild ? <RebuildProgress name={name} rebuild={rebuild} /> : null;
}

function actsOf({ state, failure, rebuild }: Projection): readonly (readonly [Act, AdminIconName, string])[] {
  const go: readonly [Act, AdminIconName, string] = failure
    ? ['resume', 'play', 'Try again']
    : state === 'Paused'
      ? ['resume', 'play', 'Resume']
      : ['pause', 'pause', 'Pause'];
  if (!rebuild) return [go, ['rebuild', 'again', 'Rebuild']];
  const cancel = rebuild.cancellable ? ([['cancel', 'close', 'Cancel']] as const) : [];
  return failure || state === 'Paused' ? [go, ...cancel] : cancel;
}
