import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { setSetting } from '../../../facade/users.ts';
import { Button } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { utcToday } from '../../shared/day.ts';
import { profileQuery } from '../../shared/queries.ts';
import { useClient } from '../../shared/session.tsx';
import { capitalized, counted, inWords } from '../review/words.ts';
import figure from './Figure.module.css';
import { Figure } from './Figure.tsx';
import { dayText } from './known.ts';
import { activityQuery } from './queries.ts';
import styles from './Weeks.module.css';
import { type Week, weeksInARow, weeksOf } from './weeks.ts';

/** Weeks as books on a shelf. The learner can hide them, and show them again in the settings. */
export function Weeks() {
  const client = useClient();
  const queries = useQueryClient();
  const query = useQuery(activityQuery(client));
  const profile = profileQuery(client);
  const [asTable, setAsTable] = useState(false);
  const hide = useMutation({
    mutationFn: () => client.call(setSetting, { body: { setting: 'showReadingWeeks', value: false } }),
    onSuccess: () =>
      queries.setQueryData(
        profile.queryKey,
        now => now && { ...now, settings: { ...now.settings, showReadingWeeks: false } },
      ),
  });
  const today = utcToday();
  const tools = (
    <>
      <fieldset className={figure['segments']} aria-label="Show as">
        <button type="button" aria-pressed={!asTable} onClick={() => setAsTable(false)}>
          Shelf
        </button>
        <button type="button" aria-pressed={asTable} onClick={() => setAsTable(true)}>
          Table
        </button>
      </fieldset>
      <Button look="quiet" busy={hide.isPending} onClick={() => hide.mutate()}>
        <Icon name="eye-off" size={18} />
        Hide this
      </Button>
    </>
  );
  return (
    <Figure title="Weeks of reading" tools={tools} query={query}>
      {done => {
        const weeks = weeksOf(done, today);
        return (
          <>
            {hide.isError && (
              <p className={figure['soft']} role="alert">
                It could not be hidden. Please try again.
              </p>
            )}
            {weeks.length === 0 ? (
              <p className={figure['waits']}>
                Come back after a chapter: each week of reading is a book here.
              </p>
            ) : (
              <>
                {asTable ? <Table weeks={weeks} today={today} /> : <Shelf weeks={weeks} today={today} />}
                <Caption weeks={weeks} />
              </>
            )}
          </>
        );
      }}
    </Figure>
  );
}

function Caption({ weeks }: { weeks: readonly Week[] }) {
  const read = weeks.filter(({ minutes }) => minutes > 0).length;
  const row = weeksInARow(weeks);
  const answers = weeks.reduce((sum, week) => sum + week.answers, 0);
  return (
    <p className={figure['changed']}>
      <span>
        <b>
          {weeks.length === 1
            ? 'Your first week'
            : `${capitalized(inWords(read))} of ${counted(weeks.length, 'week')}`}
        </b>{' '}
        with a book in {weeks.length === 1 ? 'it' : 'them'}
        {row > 1 && row < weeks.length ? `, ${inWords(row)} in a row` : ''}. {answers} answers.
      </span>
      <span>Minutes spent on answers. A week without takes nothing away.</span>
    </p>
  );
}

/** The height is the minutes read; a week without reading is a gap. */
export function Shelf({ weeks, today }: { weeks: readonly Week[]; today: string }) {
  const most = Math.max(...weeks.map(({ minutes }) => minutes), 1);
  return (
    <div
      className={styles['shelf']}
      role="img"
      aria-label={`Minutes in each of ${counted(weeks.length, 'week')}: ${weeks.map(({ minutes }) => minutes).join(', ')}`}
    >
      {weeks.map(({ monday, minutes }, index) => (
        <div key={monday}>
          {minutes > 0 && (
            <>
              {(minutes === most || index === weeks.length - 1) && (
                <b>
                  {minutes} <small>min</small>
                </b>
              )}
              <i
                className={index === weeks.length - 1 ? styles['thisWeek'] : undefined}
                style={{ height: `${Math.max(8, (minutes / most) * 110)}px` }}
              />
            </>
          )}
          <span>{(weeks.length - 1 - index) % 5 === 0 && dayText(monday, today)}</span>
        </div>
      ))}
    </div>
  );
}

function Table({ weeks, today }: { weeks: readonly Week[]; today: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area must be reachable by keyboard.
    <section className={figure['table']} tabIndex={0} aria-label="Weeks of reading, newest first">
      <table>
        <thead>
          <tr>
            <th scope="col">Week of</th>
            <th scope="col">Minutes</th>
            <th scope="col">Answers</th>
            <th scope="col">Sentences</th>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ monday, minutes, answers, sentences }) => (
            <tr key={monday}>
              <th scope="row">{dayText(monday, today)}</th>
              <td>{minutes}</td>
              <td>{answers}</td>
              <td>{sentences}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
