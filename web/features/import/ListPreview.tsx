import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { inActs } from '../../../domain/vocabulary/bulk-limits.ts';
import { CallFailure } from '../../../facade/client/failure.ts';
import { matchWordList } from '../../../facade/import.ts';
import { creditFragments } from '../../../facade/placement.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Dots } from '../../shared/components/Dots.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { PageSpinner } from '../../shared/components/Spinner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { counted } from '../../shared/counted.ts';
import type { Language } from '../../shared/languages.ts';
import { useClient } from '../../shared/session.tsx';
import type { Act } from './BulkOutcome.tsx';
import { failureText, notDoneText } from './failure-text.ts';
import styles from './Import.module.css';

/** Shows which words of a list the library has, and credits them after confirmation. */
export function ListPreview({
  text,
  language: { id: languageId, name: language },
  choice,
  onDone,
  onOther,
}: {
  text: string;
  language: Language;
  /** Chooses another language. */
  choice: ReactNode;
  onDone: (says: string, acts: readonly Act[]) => void;
  /** @param problem the reason why the list was refused */
  onOther: (problem?: string) => void;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [column, setColumn] = useState<number>();
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  /** The last selection that was sent. The same selection keeps its command ids; another one gets new ids. */
  const [sent, setSent] = useState<{ readonly fragments: string; readonly acts: readonly Act[] }>();
  const select = useId();
  const query = useQuery({
    queryKey: ['word-list', languageId, text, column],
    queryFn: ({ signal }) =>
      client.call(matchWordList, {
        body: { languageId, text, ...(column !== undefined && { column }) },
        signal,
      }),
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  });
  const refusal =
    query.error instanceof CallFailure && query.error.body?.errorField === 'text'
      ? (query.error.body.messageVerbose ?? query.error.body.message)
      : undefined;
  useEffect(() => {
    if (refusal !== undefined) onOther(refusal);
  }, [refusal, onOther]);
  if (query.error && refusal === undefined)
    return <ErrorState messages={[failureText(query.error)]} onRetry={() => void query.refetch()} />;
  if (!query.data) return <PageSpinner label="Looking the words up…" />;
  const { columns, words, credit, met, missing } = query.data;
  const chosen = credit.filter(([word]) => !without.has(word));

  async function bring() {
    if (busy || chosen.length === 0) return;
    setBusy(true);
    setProblem(undefined);
    const fragments = [...new Set(chosen.flatMap(([, , ids]) => ids))];
    const parts = inActs(fragments.map(fragmentId => ({ fragmentId, credited: true })));
    const acts =
      fragments.join() === sent?.fragments
        ? sent.acts
        : parts.map(() => ({ languageId, commandId: uuidv7() }));
    setSent({ fragments: fragments.join(), acts });
    let credited = 0;
    try {
      for (const [index, part] of parts.entries()) {
        const body = {
          languageId,
          cause: 'list' as const,
          fragments: part.map(({ fragmentId }) => fragmentId),
        };
        await client.call(creditFragments, { commandId: acts[index]?.commandId ?? uuidv7(), body });
        credited += 1;
      }
      void queries.invalidateQueries();
      onDone(`${counted(chosen.length, 'word')} credited`, acts);
    } catch (failure) {
      setProblem(notDoneText(failure, 'credited', { some: credited > 0 }));
      setBusy(false);
    }
  }

  return (
    <div className={styles['page']}>
      <StepHeading>
        {credit.length === 0
          ? 'There is nothing to credit'
          : `${counted(credit.length, 'word')} of these books you know already`}
      </StepHeading>
      <p className={styles['lede']} role="status">
        Of the {counted(words, 'word')} in your list {credit.length + met.length} are in the library
        {met.length > 0 && `, ${met.length} of them in your vocabulary`}.
      </p>
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      {choice}
      {columns.length > 1 && (
        <p className={styles['column']}>
          <label htmlFor={select}>The {language} words are in the column</label>
          <select
            id={select}
            value={query.data.column}
            onChange={({ target }) => {
              setColumn(Number(target.value));
              setWithout(new Set());
            }}
          >
            {columns.map(({ name, found }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position.
              <option key={index} value={index}>
                {found === null ? name : `${name} (${found} found)`}
              </option>
            ))}
          </select>
        </p>
      )}
      <section className={styles['sheet']} aria-label="The words of your list">
        {credit.length > 0 && (
          <fieldset className={styles['words']} disabled={busy}>
            <legend>To be credited</legend>
            <ul>
              {credit.map(([word, gloss]) => (
                <li key={word}>
                  <label>
                    <input
                      type="checkbox"
                      checked={!without.has(word)}
                      onChange={() =>
                        setWithout(before => {
                          const after = new Set(before);
                          if (!after.delete(word)) after.add(word);
                          return after;
                        })
                      }
                    />
                    <span lang="es">{word}</span>
                    <small>
                      <Marked text={gloss} />
                    </small>
                  </label>
                </li>
              ))}
            </ul>
          </fieldset>
        )}
        <Folded title={`In your vocabulary already: ${met.length}`} words={met} lang="es">
          They keep the level they have.
        </Folded>
        <Folded title={`Not found: ${missing.length}`} words={missing}>
          The books do not have them, or have them in another form. Dictionary forms are found: hablar, not
          hablo.
        </Folded>
      </section>
      {credit.length > 0 && (
        <p className={styles['note']}>
          <Dots level="IV" credited />
          <span>
            Credited words are known, with hollow dots. The reader will not ask them, a review will now and
            then. You can take all of it back.
          </span>
        </p>
      )}
      <div className={styles['go']}>
        <Button look="quiet" onClick={() => onOther()}>
          Another list
        </Button>
        {credit.length > 0 && (
          <Button busy={busy} disabled={chosen.length === 0} onClick={() => void bring()}>
            Credit these {chosen.length}
          </Button>
        )}
      </div>
    </div>
  );
}

function Folded({
  title,
  words,
  lang,
  children,
}: {
  title: string;
  words: readonly string[];
  lang?: string;
  children: string;
}) {
  if (words.length === 0) return null;
  return (
    <details className={styles['all']}>
      <summary>{title}</summary>
      <p>{children}</p>
      <p lang={lang}>{words.join(' · ')}</p>
    </details>
  );
}
