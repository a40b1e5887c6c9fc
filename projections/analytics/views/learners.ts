import { opaque, type View } from '../view.ts';

export const learners: View = {
  name: 'learners',
  description: 'A row per learner who has answered or read anything: when, how much, how well.',
  columns: {
    learner: 'Opaque id, the same in every view; not the id of the account.',
    first_day: 'First day (UTC) with an answer or a sentence read.',
    last_day: 'Last such day.',
    active_days: 'Number of such days.',
    answers: 'Questions answered, "I don\'t know yet" included.',
    right_share: 'Share of the answers that were right, 0 to 1; null without an answer.',
    sentences_read: 'Sentences read; one read twice counts twice.',
    minutes: 'Minutes between questions asked and questions answered, all together.',
    chapters_finished: 'Chapters read to their end.',
    subscribed: 'Whether the learner has a subscription now.',
  },
  select: `
    select ${opaque('days.learner')} as learner, days.first_day, days.last_day, days.active_days, days.answers,
      round(days.right_answers::numeric / nullif(days.answers, 0), 3) as right_share,
      days.sentences_read, round(days.milliseconds / 60000.0, 1) as minutes,
      coalesce(reading.finished, 0) as chapters_finished, coalesce(subscription.active, false) as subscribed
    from public.analytics_salt as salt cross join (
      select learner, min(day) as first_day, max(day) as last_day, count(*) as active_days, sum(answers) as answers,
        sum(right_answers) as right_answers, sum(sentences) as sentences_read, sum(milliseconds) as milliseconds
      from read_models.learner_days group by learner
    ) as days
    left join (
      select learner, count(finished_at) as finished from read_models.book_progress group by learner
    ) as reading on reading.learner = days.learner
    left join read_models.subscriptions as subscription on subscription.learner = days.learner`,
};
