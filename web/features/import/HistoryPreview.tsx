import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { inActs } from '../../../domain/vocabulary/bulk-limits.ts';
import type { ReadHistory } from '../../../domain/vocabulary/history-export.ts';
import type { Client } from '../../../facade/client/client.ts';
import type { BodyOf, ReplyOf } from '../../../facade/endpoint.ts';
import { importLevels, previewImport } from '../../../facade/import.ts';
import { dayOf } from '../../shared/billing/day.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Dots } from '../../shared/components/Dots.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { counted } from '../../shared/counted.ts';
import { useClient } from '../../shared/session.tsx';
import type { Act } from './BulkOutcome.tsx';
import { failureText, notDoneText } from './failure-text.ts';
import styles from './Import.module.css';

type Fragments = BodyOf<typeof importLevels>['fragments'];

/** The changes that an export would make in one language, at most as many as one command takes. */
interface Preview extends ReplyOf<typeof previewImport> {
  readonly languageId: string;
  /** Changes to fragments that the library has. */
  readonly fragments: Fragments;
}

const shownLevels = ['IV', 'III', 'II', 'I'] as const;

/** Number of changes that are listed; the others are only counted. */
const LISTED = 200;

/** Shows the changes of an export, and applies them. */
export function HistoryPreview({
  history,
  onDone,
  onOther,
}: {
  history: ReadHistory;
  onDone: (says: string, acts: readonly Act[]) => void;
  onOther: () => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // A retry sends the same command ids, so nothing is applied twice.
  const acts = useRef(new Map<number, Act>());
  const query = useQuery({
    queryKey: ['import', history],
    queryFn: ({ signal }) => previewsOf(client, history, signal),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (query.error)
    return <ErrorState messages={[failureText(query.error)]} onRetry={() => void query.refetch()} />;
  if (!query.data) return <PageSpinner label="Comparing with your vocabulary…" />;

  const changes = query.data.flatMap(({ changes }) => changes);
  const count = (wanted: (from: string) => boolean) => changes.filter(([, , , from]) => wanted(from)).length;
  const [added, risen] = [count(from => from === 'new'), count(from => from !== 'new')];
  const same = query.data.reduce((sum, { unchanged }) => sum + unchanged, 0);
  const unknown = query.data.reduce((sum, one) => sum + one.unknown.length, 0);

  async function bring() {
    if (busy) return;
    setBusy(true);
    setProblem(undefined);
    let changed = 0;
    let some = false;
    try {
      for (const [index, { languageId, fragments, changes }] of (query.data ?? []).entries()) {
        if (changes.length === 0) continue;
        const act = acts.current.get(index) ?? { languageId, commandId: uuidv7() };
        acts.current.set(index, act);
        const body = { languageId, fragments: [...fragments] };
        changed += (await client.call(importLevels, { commandId: act.commandId, body })).changed;
        some = true;
      }
      void queries.invalidateQueries();
      onDone(`${changed === 1 ? '1 level is' : `${changed} levels are`} imported`, [
        ...acts.current.values(),
      ]);
    } catch (failure) {
      setProblem(notDoneText(failure, 'imported', { some }));
      setBusy(false);
    }
  }

  const made = /^\d{4}-/.test(history.at) ? ` It was made on ${dayOf(history.at)}` : ' It was made';
  return (
    <div className={styles['page']}>
      <StepHeading>
        {changes.length === 0 ? 'Nothing would change' : `${counted(changes.length, 'level')} would change`}
      </StepHeading>
      <p className={styles['lede']} role="status">
        {changes.length === 0
          ? 'Your vocabulary has all of this export already.'
          : 'A fragment takes its level from the export where that is higher than yours. Nothing falls.'}
        {made}
        {history.username === null ? '.' : ` by ${history.username}.`}
      </p>
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <section className={styles['sheet']} aria-label="What the export holds">
        <dl className={styles['counts']}>
          <Count name="new to your vocabulary" number={added} />
          <Count name="known better than here" number={risen} />
          <Count name="as here, or better here" number={same} />
          <Count name="not in the library" number={unknown} />
        </dl>
        {changes.length > 0 && (
          <>
            <ul className={styles['levels']} aria-label="Levels after the import">
              {shownLevels.map(level => (
                <li key={level}>
                  <Dots level={level} />
                  <span>
                    {level === 'IV' ? 'known' : `level ${level}`}:{' '}
                    <b>{changes.filter(([, , , , to]) => to === level).length}</b>
                  </span>
                </li>
              ))}
            </ul>
            <details className={styles['all']}>
              <summary>What changes</summary>
              <ul>
                {changes.slice(0, LISTED).map(([id, text, gloss, from, to]) => (
                  <li key={id}>
                    <span lang="es">{text}</span>{' '}
                    <small>
                      <Marked text={gloss} />
                    </small>
                    <span className={styles['move']}>
                      {from} → {to}
                    </span>
                  </li>
                ))}
              </ul>
              {changes.length > LISTED && <p>And {changes.length - LISTED} more.</p>}
            </details>
          </>
        )}
      </section>
      <p className={styles['note']}>
        Only levels are imported. Your statistics, your reading and the dates of your reviews stay yours.
      </p>
      <div className={styles['go']}>
        <Button look="quiet" onClick={() => onOther()}>
          Another file
        </Button>
        {changes.length > 0 && (
          <Button busy={busy} onClick={() => void bring()}>
            {changes.length === 1 ? 'Import this level' : `Import these ${changes.length}`}
          </Button>
        )}
      </div>
    </div>
  );
}

function Count({ name, number }: { name: string; number: number }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{number}</dd>
    </div>
  );
}

async function previewsOf(
  client: Client,
  { levels }: ReadHistory,
  signal: AbortSignal,
): Promise<readonly Preview[]> {
  const previews: Preview[] = [];
  for (const [languageId, ofLanguage] of levels) {
    const all = Array.from(ofLanguage, ([fragmentId, one]) => ({ fragmentId, ...one }));
    for (const act of inActs(all)) {
      const reply = await client.call(previewImport, { body: { languageId, fragments: [...act] }, signal });
      const unknown = new Set(reply.unknown);
      const fragments = act.filter(({ fragmentId }) => !unknown.has(fragmentId));
      previews.push({ ...reply, languageId, fragments });
    }
  }
  return previews;
}
