import { useMemo, useState } from 'react';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { vocabularies } from '../../../facade/vocabularies.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Dots } from '../../shared/components/Dots.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { useKeys } from '../reader/useKeys.ts';
import styles from './Credit.module.css';
import page from './Placement.module.css';
import { type Caution, type Kind, kindNames, minutesFor, questionsIn, type Result } from './result-counts.ts';

const cautions: readonly (readonly [Caution, string, string])[] = [
  ['careful', 'Careful', 'We expect 2 in a hundred of them to be unknown to you.'],
  ['estimated', 'As estimated', 'We expect 8 in a hundred of them to be unknown to you.'],
  ['generous', 'Generous', 'We expect 16 in a hundred of them to be unknown to you.'],
];
/** Number of examples per kind that are shown before its list is expanded. */
const EXAMPLES = 8;

/** The hyphen tells an ending from a word. */
const spelled = (text: string, kind: Kind) =>
  kind === 'ending' && !text.startsWith('-') ? `-${text}` : text;

/** The credit, shown in full before the learner confirms it. */
export function Credit({
  result,
  bookId,
  entries,
  busy,
  onCredit,
  onNothing,
  onMore,
}: {
  result: Result;
  /** The book whose first chapter illustrates the effect. */
  bookId: string | undefined;
  /** Everything that the learner has met. */
  entries: ReplyOf<typeof vocabularies>;
  busy: boolean;
  onCredit: (fragments: readonly string[]) => void;
  onNothing: () => void;
  /** Undefined when no questions are left. */
  onMore: (() => void) | undefined;
}) {
  const known = useMemo(
    () => new Set(entries.filter(({ level }) => level === 'IV').map(({ _id }) => _id)),
    [entries],
  );
  const [caution, setCaution] = useState<Caution>('estimated');
  const [without, setWithout] = useState<ReadonlySet<string>>(new Set());
  const offered = result.fragments.slice(0, result.counts[caution]);
  const chosen = offered.filter(([id]) => !without.has(id)).map(([id]) => id);
  const credited = new Set(chosen);
  const credit = () => chosen.length > 0 && !busy && onCredit(chosen);
  useKeys({ enter: credit });

  const change = (ids: readonly string[], out: boolean) => {
    const next = new Set(without);
    for (const id of ids) {
      if (out) next.add(id);
      else next.delete(id);
    }
    setWithout(next);
  };
  const chapter = result.chapters.find(one => one.bookId === bookId) ?? result.chapters[0];
  const before = chapter ? questionsIn(chapter.sentences, known) : 0;
  const after = chapter
    ? questionsIn(chapter.sentences, { has: id => known.has(id) || credited.has(id) })
    : 0;
  return (
    <>
      <div className={styles['care']}>
        <h2>What would be credited</h2>
        <fieldset className={styles['choice']}>
          <legend className={page['unseen']}>How much</legend>
          {cautions.map(([value, name]) => (
            <button
              key={value}
              type="button"
              aria-pressed={caution === value}
              onClick={() => setCaution(value)}
            >
              {name}
            </button>
          ))}
        </fieldset>
        <p role="status">
          The {chosen.length} we are surest of. {cautions.find(([value]) => value === caution)?.[2]} The
          others will be asked when you meet them.
        </p>
      </div>
      <section className={page['sheet']} aria-label="Credited, by kind">
        {kindNames.map(([kind, name]) => {
          const all = offered.filter(([, , , of]) => of === kind);
          if (all.length === 0) return null;
          const taken = all.filter(([id]) => !without.has(id));
          const ids = all.map(([id]) => id);
          return (
            <div key={kind} className={styles['kind']}>
              <label>
                <input
                  type="checkbox"
                  checked={taken.length > 0}
                  onChange={() => change(ids, taken.length > 0)}
                />
                <b>{name}</b>
              </label>
              <span className={styles['figure']}>
                <b>{taken.length}</b> of {result.kinds[kind]}
              </span>
              <p lang="es">
                {taken.slice(0, EXAMPLES).map(([id, text]) => (
                  <span key={id}>{spelled(text, kind)}</span>
                ))}
              </p>
              <details>
                <summary>all {all.length}</summary>
                <ul>
                  {all.map(([id, text, gloss]) => (
                    <li key={id}>
                      <label>
                        <input
                          type="checkbox"
                          checked={!without.has(id)}
                          onChange={({ target }) => change([id], !target.checked)}
                        />
                        <span lang="es">{spelled(text, kind)}</span>
                        <small>
                          <Marked text={gloss} />
                        </small>
                      </label>
                    </li>
                  ))}
                </ul>
              </details>
            </div>
          );
        })}
        <p className={styles['note']}>
          <Dots level="IV" credited />
          <span>
            Credited words keep hollow dots, so that you can tell them from those you have earned. You can
            take all of it back, whenever you like.
          </span>
        </p>
      </section>
      {chapter && (
        <div className={styles['effect']}>
          <p>
            <b>{before} questions</b>about words in chapter 1 of {chapter.title}, {minutesFor(before)}
          </p>
          <span aria-hidden="true">›</span>
          <p>
            <b>{after} questions</b>what you do not know yet, {minutesFor(after)}
          </p>
        </div>
      )}
      <div className={page['go']}>
        {onMore && (
          <Button look="quiet" onClick={onMore}>
            Ask me some more
          </Button>
        )}
        <Button look="quiet" onClick={onNothing}>
          Credit nothing
        </Button>
        <Button busy={busy} disabled={chosen.length === 0} aria-keyshortcuts="Enter" onClick={credit}>
          Credit these {chosen.length}
        </Button>
      </div>
    </>
  );
}
