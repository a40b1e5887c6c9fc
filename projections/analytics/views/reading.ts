import type { View } from '../view.ts';

export const chapterFunnel: View = {
  name: 'chapter_funnel',
  description: 'How far learners come: a row per chapter that anybody opened.',
  columns: {
    book: 'Title of the book.',
    chapter: 'Number of the chapter.',
    title: 'Title of the chapter.',
    sentences: 'Sentences of the chapter in the present edition.',
    opened: 'Learners who opened it.',
    began: 'Those of them who read a sentence.',
    half: 'Those who read half of it.',
    finished: 'Those who read it to its end.',
    finished_share: 'Share of those who opened it that finished it, 0 to 1.',
    median_days: 'Median of the days from opening to finishing.',
  },
  select: `
    select books.title as book, chapters.number as chapter, chapters.title, texts.sentences,
      count(*) as opened,
      count(*) filter (where progress.sentences_read >= 1) as began,
      count(*) filter (where progress.sentences_read * 2 >= texts.sentences or progress.finished_at is not null) as half,
      count(progress.finished_at) as finished,
      round(count(progress.finished_at)::numeric / count(*), 3) as finished_share,
      round((percentile_cont(0.5) within group (
        order by extract(epoch from progress.finished_at - progress.opened_at) / 86400
      ))::numeric, 1) as median_days
    from read_models.book_progress as progress
    join public.books on books.id = progress.book
    join public.chapters on chapters.book_id = progress.book and chapters.number = progress.chapter
    join (
      select book_id, chapter, count(*) as sentences from public.sentences where not retired group by book_id, chapter
    ) as texts on texts.book_id = progress.book and texts.chapter = progress.chapter
    group by books.title, chapters.number, chapters.title, texts.sentences`,
};

export const retention: View = {
  name: 'retention',
  description: `Who comes back: a row per cohort (the learners whose first answer or sentence fell into one week) and week since
    then, up to the last week in which anybody did anything.`,
  columns: {
    cohort: 'Monday of the week (UTC) of the first activity.',
    week: 'Weeks since then; 0 is the first week itself.',
    learners: 'Learners of the cohort.',
    active: 'Those of them who answered or read something in that week.',
    active_share: 'Share of the cohort, 0 to 1.',
  },
  select: `
    with active as (
      select distinct learner, date_trunc('week', day)::date as week from read_models.learner_days
    ), began as (
      select learner, min(week) as cohort from active group by learner
    ), cohorts as (
      select cohort, count(*) as learners from began group by cohort
    ), returned as (
      select cohort, week, count(*) as learners from active join began using (learner) group by cohort, week
    )
    select cohorts.cohort, (weeks.week::date - cohorts.cohort) / 7 as week, cohorts.learners,
      coalesce(returned.learners, 0) as active,
      round(coalesce(returned.learners, 0)::numeric / cohorts.learners, 3) as active_share
    from cohorts
    cross join lateral generate_series(cohorts.cohort, (select max(week) from active), interval '7 days') as weeks (week)
    left join returned on returned.cohort = cohorts.cohort and returned.week = weeks.week::date`,
};
