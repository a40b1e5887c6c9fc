import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { LevelPolicy as PolicyName } from '../../../../domain/vocabulary/level-policies.ts';
import { controlLevelPolicy, type switchActs, switchLevelPolicy } from '../../../../facade/level-policies.ts';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../../shared/components/feedback/States.tsx';
import { PageSpinner } from '../../../shared/components/Spinner.tsx';
import { loadFailure } from '../../../shared/failures.ts';
import { useClient } from '../../../shared/session.tsx';
import { adminMessage, raised } from '../replies.ts';
import { Section } from '../table/Section.tsx';
import styles from './LevelPolicy.module.css';
import { levelPolicyQuery } from './query.ts';
import { SwitchForm } from './SwitchForm.tsx';
import { Switching } from './Switching.tsx';
import { Trail } from './Trail.tsx';
import { policyTexts } from './texts.ts';

type Act =
  | { readonly what: 'switch'; readonly policy: PolicyName }
  | { readonly what: (typeof switchActs)[number]; readonly id: string };

/** How answers move levels, for everybody (decision 54). @param canAct with preview, switch, stop and take back */
export function LevelPolicy({ canAct }: { canAct: boolean }) {
  const client = useClient();
  const queries = useQueryClient();
  const found = useQuery(levelPolicyQuery(client));
  const act = useMutation({
    mutationFn: async (one: Act) =>
      raised(
        one.what === 'switch'
          ? await client.call(switchLevelPolicy, { body: { policy: one.policy } })
          : await client.call(controlLevelPolicy, { body: { id: one.id, act: one.what } }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: ['level-policy'] }),
  });
  if (!found.data)
    return (
      <Section id="level-policy" title="Level policy">
        {found.error ? (
          <ErrorState messages={[loadFailure(found.error)]} onRetry={() => void found.refetch()} />
        ) : (
          <PageSpinner />
        )}
      </Section>
    );
  const { policy, newest, trail } = found.data;
  return (
    <Section
      id="level-policy"
      title="Level policy"
      lede={
        <>
          In force: <b>{policy}</b>. {policyTexts[policy].does}
        </>
      }
    >
      <div className={styles['all']}>
        {found.error && <Banner type="error">This is no longer renewed: {loadFailure(found.error)}</Banner>}
        {act.isError && <Banner type="error">{adminMessage(act.error)}</Banner>}
        {newest && (
          <Switching
            newest={newest}
            onAct={canAct ? what => act.mutate({ what, id: newest.id }) : undefined}
          />
        )}
        {canAct && newest?.state !== 'running' && newest?.state !== 'stopped' && (
          <SwitchForm
            inForce={policy}
            isBusy={act.isPending}
            onSwitch={async to =>
              (await act.mutateAsync({ what: 'switch', policy: to }).catch(() => null)) !== null
            }
          />
        )}
        {!newest && !canAct && <p>It was never switched.</p>}
        <Trail trail={trail} />
      </div>
    </Section>
  );
}
