import { queryOptions, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { Client } from '../../../../facade/client/client.ts';
import { questionStatistics } from '../../../../facade/questions.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { EmptyState, ErrorState } from '../../../shared/components/feedback/States.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import { PageSpinner } from '../../../shared/components/Spinner.tsx';
import { loadFailure } from '../../../shared/failures.ts';
import { booksQuery } from '../../../shared/queries.ts';
import { useClient } from '../../../shared/session.tsx';
import { Section } from '../table/Section.tsx';
import { Cell, Head, Row, Table } from '../table/Table.tsx';
import { Proof } from './Proof.tsx';
import styles from './Questions.module.css';
import { type Direction, needsEditor, type Ranked, rankedOf, type SortKey, sorted } from './rank.ts';

function statisticsQuery(client: Client, { bookId, chapter }: { bookId: string; chapter: number }) {
  return queryOptions({
    queryKey: ['question-statistics', bookId, chapter],
    queryFn: ({ signal }) => client.call(questionStatistics, { params: { bookId, chapter }, signal }),
  });
}

/** Rows shown at first. */
const INITIAL_ROWS = 20;

/** Statistics of a chapter's questions, those that most need an editor first. */
export function Questions() {
  const client = useClient();
  const books = useQuery(booksQuery(client));
  const chapters = (books.data ?? []).flatMap(({ id, title, chapters: all }) =>
    all.filter(({ available }) => available).map(({ number }) => ({ bookId: id, title, chapter: number })),
  );
  const [chosen, setChosen] = useState<string>();
  const chapter = chapters.find(one => keyOf(one) === chosen) ?? chapters[0];
  const label = useId();
  if (books.error)
    return (
      <Section id="questions" title="Questions">
        <ErrorState messages={[loadFailure(books.error)]} onRetry={() => void books.refetch()} />
      </Section>
    );
  return (
    <Section
      id="questions"
      title="Questions"
      lede="Those that most need an editor first."
      aside={
        chapter && (
          <div className={styles['choice']}>
            <label htmlFor={label}>Chapter</label>
            <select id={label} value={keyOf(chapter)} onChange={event => setChosen(event.target.value)}>
              {chapters.map(one => (
                <option key={keyOf(one)} value={keyOf(one)}>
                  {one.title} {one.chapter}
                </option>
              ))}
            </select>
          </div>
        )
      }
    >
      {!books.data && <PageSpinner />}
      {books.data && !chapter && <EmptyState title="There is no chapter yet" />}
      {chapter && <ChapterQuestions key={keyOf(chapter)} {...chapter} />}
    </Section>
  );
}

const keyOf = ({ bookId, chapter }: { bookId: string; chapter: number }) => `${bookId} ${chapter}`;

function ChapterQuestions({ bookId, chapter, title }: { bookId: string; chapter: number; title: string }) {
  const found = useQuery(statisticsQuery(useClient(), { bookId, chapter }));
  const [sort, setSort] = useState<{ key: SortKey; direction: Direction }>({
    key: 'right',
    direction: 'ascending',
  });
  const [shown, setShown] = useState(INITIAL_ROWS);
  const [open, setOpen] = useState<Ranked>();
  if (found.error)
    return <ErrorState messages={[loadFailure(found.error)]} onRetry={() => void found.refetch()} />;
  if (!found.data) return <PageSpinner />;
  const { questions, total } = found.data;
  if (questions.length === 0)
    return <EmptyState title={`Nobody has answered a question of ${title} ${chapter} yet`} />;
  const all = sorted(questions.map(rankedOf), sort.key, sort.direction);
  const head = (key: SortKey, first: Direction) => ({
    now: sort.key === key ? sort.direction : undefined,
    onSort: () =>
      setSort({
        key,
        direction: sort.key !== key ? first : sort.direction === 'ascending' ? 'descending' : 'ascending',
      }),
  });
  return (
    <>
      <p className={styles['summary']}>
        {all.filter(needsEditor).length} of {total} need an editor, {questions.length} were answered.
      </p>
      <Table
        label={`Questions of ${title} ${chapter}`}
        columns={
          <>
            <Head>Question</Head>
            <Head width="12.5rem" sort={head('right', 'ascending')}>
              Right
            </Head>
            <Head width="11rem" sort={head('tempting', 'descending')}>
              Tempting
            </Head>
            <Head number width="9rem" sort={head('unknown', 'descending')}>
              “Don’t know”
            </Head>
            <Head number width="6.5rem" sort={head('seconds', 'descending')}>
              Time
            </Head>
            <Head width="6rem">
              <span className={styles['spoken']}>Proof</span>
            </Head>
          </>
        }
      >
        {all.slice(0, shown).map(one => (
          <QuestionRow key={one.question.id} of={one} onOpen={() => setOpen(one)} />
        ))}
      </Table>
      {all.length > shown && (
        <Button look="quiet" onClick={() => setShown(all.length)}>
          Show all {all.length}
        </Button>
      )}
      {open && (
        <Proof
          of={open}
          place={{ title, chapter }}
          onClose={() => {
            setOpen(undefined);
          }}
        />
      )}
    </>
  );
}

function QuestionRow({ of, onOpen }: { of: Ranked; onOpen: () => void }) {
  const { question, right, tempting, unknown, seconds, isRare } = of;
  const { before, asked, after, sentence, kind, answers } = question;
  return (
    <Row soft={isRare}>
      <Cell wide>
        <span className={styles['text']} lang="es">
          {before}
          <b>{asked}</b>
          {after}
        </span>
        <span className={styles['small']}>
          sentence {sentence}, {kind}
          {isRare && `, ${answers} answer${answers === 1 ? '' : 's'} only`}
        </span>
      </Cell>
      <Cell wide>
        <span className={styles['share']}>
          <b>{percent(right)}</b>
          <Bar right={right} tempting={tempting?.share ?? 0} />
        </span>
      </Cell>
      <Cell label="Tempting" wide>
        {tempting ? (
          <>
            <b>{tempting.text}</b>
            <span className={styles['small']}>{percent(tempting.share)} chose it</span>
          </>
        ) : (
          'nothing'
        )}
      </Cell>
      <Cell number label="“Don’t know”">
        {percent(unknown)}
      </Cell>
      <Cell number label="Time">
        {seconds.toFixed(1)} s
      </Cell>
      <Cell actions>
        <Button look="quiet" className={styles['open']} aria-label={`Open ${asked}`} onClick={onOpen}>
          Open
          <Icon name="outside" size={17} />
        </Button>
      </Cell>
    </Row>
  );
}

const percent = (share: number) => `${Math.round(100 * share)} %`;

/** Green: right; red: the most chosen wrong option; the rest: other answers. The numbers are beside it. */
function Bar({ right, tempting }: { right: number; tempting: number }) {
  return (
    <span className={styles['bar']} aria-hidden="true">
      <i className={styles['right']} style={{ width: `${100 * right}%` }} />
      <i className={styles['wrong']} style={{ width: `${100 * tempting}%` }} />
    </span>
  );
}
