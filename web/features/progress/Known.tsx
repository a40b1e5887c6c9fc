import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { activity } from '../../../facade/progress.ts';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { utcMidnight, utcToday } from '../../shared/day.ts';
import { useClient } from '../../shared/session.tsx';
import { Curve } from './Curve.tsx';
import figure from './Figure.module.css';
import { Figure } from './Figure.tsx';
import styles from './Known.module.css';
import { type Day, dayAfter, dayText, differenceSince, knownOn, pointsOf, type Span } from './known.ts';
import { activityQuery, knownCountsQuery } from './queries.ts';

/** The known count over time as a curve and a table, and the change since a day. */
export function Known({ language }: { language: string | undefined }) {
  const client = useClient();
  const query = useQuery({ ...knownCountsQuery(client, language ?? ''), enabled: language !== undefined });
  const { data: done } = useQuery(activityQuery(client));
  const [asTable, setAsTable] = useState(false);
  const [span, setSpan] = useState<Span>('weeks');
  const [chosen, setChosen] = useState('');
  const now = utcToday();
  const first = query.data?.days[0]?.[0] ?? now;
  const then = chosen >= first && chosen <= now ? chosen : usualDay(first, now);
  const tools = (
    <>
      <fieldset className={figure['segments']} aria-label="Show as">
        <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
          Chart
        </button>
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
          Table
        </button>
      </fieldset>
      <select
        className={figure['pill']}
        aria-label="Time"
        value={span}
        onChange={({ target }) => setSpan(target.value as Span)}
      >
        <option value="days">By day</option>
        <option value="weeks">By week</option>
        <option value="all">All</option>
      </select>
      <label className={`${figure['pill']} ${styles['compare']}`}>
        Since
        <input
          type="date"
          min={first}
          max={now}
          value={then}
          onChange={({ target }) => setChosen(target.value)}
        />
      </label>
    </>
  );
  return (
    <Figure
      title="What you know"
      tools={query.data?.days.length !== 0 && tools}
      loadingHeight={styles['loading']}
      query={query}
    >
      {({ days, credited }) => {
        if (days.length === 0)
          return (
            <div className={figure['waits']}>
              <p>Come back after a chapter: then a line begins here.</p>
              <ButtonLink look="outline" to="/library">
                To the library
              </ButtonLink>
            </div>
          );
        const points = pointsOf(days, span, now);
        return (
          <>
            {asTable ? (
              <Table days={days} span={span} today={now} then={then} done={done} />
            ) : (
              <Curve
                points={points}
                credited={credited}
                then={{ day: then, known: knownOn(days, then) }}
                today={now}
              />
            )}
            {days.length === 1 && (
              <p className={figure['soft']}>Come back after a chapter: the line goes on.</p>
            )}
            <Changed days={days} then={then} today={now} />
            {utcMidnight() !== '00:00' && (
              <p className={figure['soft']}>A new day begins at {utcMidnight()} here.</p>
            )}
          </>
        );
      }}
    </Figure>
  );
}

/** Three weeks ago, or the first day. */
function usualDay(first: string, now: string): string {
  const before = dayAfter(now, -21);
  return before < first ? first : before;
}

/** One line: the vocabulary on the day, the difference to today, and its causes. */
function Changed({ days, then, today }: { days: readonly Day[]; then: string; today: string }) {
  const { more, parts } = differenceSince(days, then);
  return (
    <p className={figure['changed']} role="status">
      <span>
        Your known count on {dayText(then, today)}: <b>{knownOn(days, then)}</b>
      </span>{' '}
      <span>
        <b>{more === 0 ? 'As many' : more > 0 ? `${more} more` : `${-more} fewer`}</b> today
      </span>{' '}
      {parts.map(([count, source]) => (
        <span key={source}>
          <b>{count}</b> {source}{' '}
        </span>
      ))}
      <Link to="/vocabulary?state=counted&kind=all&sort=since">See which</Link>
    </p>
  );
}

/** The values of the curve as a table, newest first. */
function Table({
  days,
  span,
  today,
  then,
  done,
}: {
  days: readonly Day[];
  span: Span;
  today: string;
  then: string;
  done: ReplyOf<typeof activity> | undefined;
}) {
  const points = pointsOf(days, span, today);
  const rows = points.map(({ day, known }, index) => {
    const before = points[index - 1];
    const from = before?.day ?? '';
    const within = done?.filter(one => one.day > from && one.day <= day) ?? [];
    return {
      day,
      known,
      more: known - (before?.known ?? 0),
      sentences: within.reduce((sum, { sentences }) => sum + sentences, 0),
      minutes: Math.round(within.reduce((sum, { milliseconds }) => sum + milliseconds, 0) / 60_000),
      isThen: then <= day && then > from,
    };
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
    <section className={figure['table']} tabIndex={0} aria-label="Known count, newest first">
      <table>
        <thead>
          <tr>
            <th scope="col">Up to</th>
            <th scope="col">Known count</th>
            <th scope="col">More</th>
            <th scope="col" className={styles['roomy']}>
              Sentences
            </th>
            <th scope="col">Minutes</th>
          </tr>
        </thead>
        <tbody>
          {rows.reverse().map(({ day, known, more, sentences, minutes, isThen }) => (
            <tr key={day} className={isThen ? styles['then'] : undefined}>
              <th scope="row">
                {dayText(day, today)}
                {isThen && <span className={figure['hidden']}>, compared with today</span>}
              </th>
              <td>{known}</td>
              <td>{more > 0 ? `+${more}` : more}</td>
              <td className={styles['roomy']}>{done ? sentences : '–'}</td>
              <td>{done ? minutes : '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
