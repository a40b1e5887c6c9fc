import { bands, displayedBand } from '../../../domain/vocabulary/bands.ts';
import { opaque, type View } from '../view.ts';

/** The band of a whole known count (spec 9), A0.0 for nothing known. */
function levelOf(known: string): string {
  const rising = bands.flatMap(({ name, to }) =>
    to === null ? [] : [`when ${known} < ${to} then '${name}'`],
  );
  return `case when ${known} <= 0 then '${displayedBand(0)}' ${rising.join(' ')} else '${bands.at(-1)?.name}' end`;
}

/** Each learner's thirds at the end of each week in which the vocabulary changed. */
const thirdsByWeek = `
  select learner, language, week, greatest(thirds, 0) as thirds
  from (
    select learner, language, week, current,
      sum(gained) over (partition by learner, language, epoch order by week) as thirds
    from read_models.known_count_weeks
  ) as epochs
  where current`;

export const learnerWeeks: View = {
  name: 'learner_weeks',
  description: `How each learner's known count grew: a row per learner, language and week in which the vocabulary changed.
    Between two rows the count stood as in the first. A reset begins again at 0; undoing it returns to what was.`,
  columns: {
    learner: 'Opaque id, the same in every view.',
    language: 'The language learned.',
    week: 'Monday of the week (UTC).',
    known_count: 'Known count at the end of the week: fragments at level IV count 1, III 2/3, II 1/3.',
    level: 'Band of the known count, A0.0 (nothing known yet) to C2.',
  },
  select: `
    select ${opaque('stands.learner')} as learner, coalesce(languages.name, stands.language) as language,
      stands.week, round(stands.thirds / 3.0, 1) as known_count, ${levelOf('stands.thirds / 3')} as level
    from public.analytics_salt as salt cross join (${thirdsByWeek}) as stands
    left join public.languages on languages.id = stands.language`,
};

export const levelsByWeek: View = {
  name: 'levels_by_week',
  description: `Learners by level and week: a row per week, language and level that somebody stood at when the week ended.
    Learners who pause are counted where they stopped, up to the last week in which anybody did anything.`,
  columns: {
    week: 'Monday of the week (UTC).',
    language: 'The language learned.',
    level: 'Band of the known count at the end of the week, A0.0 (nothing known yet) to C2.',
    learners: 'Learners who stood there, active in that week or not.',
    active: 'Those of them whose vocabulary changed in that week.',
  },
  // Sums the learners entering and leaving a level, which costs a step per change and not learners times weeks.
  select: `
    with stays as (
      select language, week as entered, lead(week) over (partition by learner, language order by week) as left_in,
        ${levelOf('stands.thirds / 3')} as level
      from (${thirdsByWeek}) as stands
    ), steps as (
      select language, level, week, sum(step) as step, sum(active) as active
      from (
        select language, level, entered as week, 1 as step, 1 as active from stays
        union all
        select language, level, left_in, -1, 0 from stays where left_in is not null
      ) as moves
      group by language, level, week
    ), weeks as (
      select generate_series(min(week), max(week), interval '7 days')::date as week
      from (
        select week from read_models.known_count_weeks
        union all
        select date_trunc('week', max(day))::date from read_models.learner_days
      ) as happened
    )
    select counted.week, coalesce(languages.name, counted.language) as language, counted.level, counted.learners,
      counted.active
    from (
      select week, places.language, places.level,
        (sum(coalesce(step, 0)) over (partition by places.language, places.level order by week))::int as learners,
        coalesce(active, 0)::int as active
      from weeks cross join (select distinct language, level from steps) as places
      left join steps using (language, level, week)
    ) as counted
    left join public.languages on languages.id = counted.language
    where counted.learners > 0`,
};
