import type { View } from '../view.ts';

export const subscriptions: View = {
  name: 'subscriptions',
  description: `Subscriptions by week, from the first one to the last week in which anybody did anything. Subscribers are those
    who may read everything: trialing, active, and past due while the provider still tries their card. What begins and
    ends within one week is not counted.`,
  columns: {
    week: 'Monday of the week (UTC).',
    subscribers: 'Subscribers when the week ended.',
    trialing: 'Those of them on trial.',
    past_due: 'Those of them whose last payment failed.',
    ending: 'Those of them who cancelled and read on to the end of what is paid.',
    started: 'Learners who were subscribers when the week ended and not a week before.',
    ended: 'Learners who had been subscribers a week before and were not any more.',
  },
  // As in levels_by_week: steps are summed, so that the cost is the number of changes.
  select: `
    with stays as (
      select week as entered, lead(week) over story as left_in, status, active, cancels_at_period_end as ending,
        coalesce(lag(active) over story, false) as was_active
      from read_models.subscription_weeks window story as (partition by learner order by week)
    ), steps as (
      select week, sum(step) filter (where active) as subscribers,
        sum(step) filter (where status = 'trialing') as trialing,
        sum(step) filter (where status = 'past_due') as past_due,
        sum(step) filter (where active and ending) as ending,
        count(*) filter (where step = 1 and active and not was_active) as started,
        count(*) filter (where step = 1 and was_active and not active) as ended
      from (
        select entered as week, 1 as step, status, active, ending, was_active from stays
        union all
        select left_in, -1, status, active, ending, was_active from stays where left_in is not null
      ) as moves
      group by week
    ), weeks as (
      select generate_series(
        (select min(week) from read_models.subscription_weeks),
        greatest(
          (select max(week) from read_models.subscription_weeks),
          (select date_trunc('week', max(day))::date from read_models.learner_days)
        ),
        interval '7 days'
      )::date as week
    )
    select week, (sum(coalesce(subscribers, 0)) over so_far)::int as subscribers,
      (sum(coalesce(trialing, 0)) over so_far)::int as trialing,
      (sum(coalesce(past_due, 0)) over so_far)::int as past_due,
      (sum(coalesce(ending, 0)) over so_far)::int as ending,
      coalesce(started, 0)::int as started, coalesce(ended, 0)::int as ended
    from weeks left join steps using (week)
    window so_far as (order by week)`,
};
