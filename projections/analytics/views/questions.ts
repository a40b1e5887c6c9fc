import type { View } from '../view.ts';

export const missedWords: View = {
  name: 'missed_words',
  description: `Words that are missed: a row per word of a text whose question was answered, by all learners together. Texts
    are those of the present edition.`,
  columns: {
    book: 'Title of the book.',
    chapter: 'Number of the chapter.',
    sentence: 'Place of the sentence in the chapter, from 1.',
    word: 'The word as it stands in the text.',
    translation: 'Its translation in this place.',
    answers: 'How often its question was answered.',
    missed: 'How often not rightly: a wrong option, or "I don\'t know yet".',
    unknown: 'How often with "I don\'t know yet".',
    missed_share: 'Share of the answers that missed it, 0 to 1.',
    seconds: 'Mean time to an answer.',
  },
  select: `
    select books.title as book, sentences.chapter, sentences.position as sentence, words.text as word,
      words.translation, counted.answers, counted.missed, counted.unknown,
      round(counted.missed::numeric / counted.answers, 3) as missed_share,
      round(counted.milliseconds / 1000.0 / counted.answers, 1) as seconds
    from (
      select question, sum(times) as answers, coalesce(sum(times) filter (where chosen <> 0), 0) as missed,
        coalesce(sum(times) filter (where chosen = -1), 0) as unknown, sum(milliseconds) as milliseconds
      from read_models.answer_statistics where kind = 'word' group by question
    ) as counted
    join public.questions on questions.id = counted.question
    join public.word_instances as words on words.id = questions.word_instance_id
    join public.sentences on sentences.id = questions.sentence_id
    join public.books on books.id = sentences.book_id`,
};

export const distractors: View = {
  name: 'distractors',
  description: `Wrong options and whom they win over: a row per wrong option that anybody chose. One that wins is chosen more
    often than the right answer: the question misleads, or teaches what the text has not prepared. Texts are those of
    the present edition. Which options were shown is not recorded: a question with more than two wrong ones shows two.`,
  columns: {
    book: 'Title of the book.',
    chapter: 'Number of the chapter.',
    sentence: 'Place of the sentence in the chapter, from 1.',
    kind: 'word or clause: what the question asks about.',
    asked: 'The word asked about; for a clause the whole sentence.',
    clause: 'Which clause of the sentence, from 0; null for words.',
    right_answer: 'Text of the right option.',
    distractor: 'Text of the wrong option; null when the present edition no longer has it.',
    chosen: 'How often this wrong option was chosen.',
    right_chosen: 'How often the right one was chosen.',
    answers: 'How often the question was answered, "I don\'t know yet" included.',
    chosen_share: 'Share of the answers that chose this wrong option, 0 to 1.',
    wins: 'Whether it was chosen more often than the right one.',
  },
  select: `
    select books.title as book, sentences.chapter, sentences.position as sentence, questions.kind,
      coalesce(words.text, sentences.text) as asked, questions.clause, questions.options -> 0 ->> 'text' as right_answer,
      questions.options -> options.chosen::int ->> 'text' as distractor, options.times as chosen,
      options.right_chosen, options.answers, round(options.times::numeric / options.answers, 3) as chosen_share,
      options.times > options.right_chosen as wins
    from (
      select question, chosen, sum(times) as times,
        coalesce(sum(sum(times)) filter (where chosen = 0) over (partition by question), 0) as right_chosen,
        sum(sum(times)) over (partition by question) as answers
      from read_models.answer_statistics group by question, chosen
    ) as options
    join public.questions on questions.id = options.question
    join public.sentences on sentences.id = questions.sentence_id
    join public.books on books.id = sentences.book_id
    left join public.word_instances as words on words.id = questions.word_instance_id
    where options.chosen > 0`,
};
