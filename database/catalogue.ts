import type { Generated, GeneratedAlways } from 'kysely';

export interface LanguagesTable {
  id: string;
  /** English name; unique. */
  name: string;
  iso_code: string | null;
}

export interface CoursesTable {
  id: string;
  title: string;
  description: string;
  native_language_id: string;
  target_language_id: string;
}

export interface BooksTable {
  id: string;
  /** Unique, because answer files are requested by it (spec 7). */
  title: string;
  author: string;
  published: string | null;
  language_id: string;
  reading_level: string | null;
  /** Chapters of the whole book, available or not. */
  chapter_count: number;
  /** Added by the built-in library or by an admin. */
  origin: Generated<'library' | 'admin'>;
  /** This deployment withholds the book: it is not listed and cannot be opened. */
  withheld: Generated<boolean>;
}

/** Every chapter of a book; one without content is 'coming soon'. */
export interface ChaptersTable {
  book_id: string;
  number: number;
  title: string;
  /** Fixed text of the start summary. */
  introduction: string | null;
  /** Null until the chapter has content. */
  content_version: string | null;
  /** The version in the built-in library; null if it has none. */
  library_version: Generated<string | null>;
  available: GeneratedAlways<boolean>;
}

/** Sentences, words and questions that an edition dropped stay as `retired`, because events refer to them. */
export interface SentencesTable {
  id: string;
  book_id: string;
  chapter: number;
  /** Place in the chapter, from 1. */
  position: number;
  part: number;
  section: number;
  chapter_title: string;
  text: string;
  translation: string;
  new_paragraph: boolean;
  /** Added by the built-in library or by an admin. */
  origin: 'library' | 'admin';
  /** Hash of its content; null for rows from before this column. */
  version: string | null;
  retired: Generated<boolean>;
}

export interface FragmentsTable {
  id: string;
  language_id: string;
  kind: 'stem' | 'ending';
  text: string;
  pos: string | null;
  gloss: string;
  lemma: string | null;
  note: string | null;
  /** Whether a word of a book has it. Dropped fragments stay in vocabularies. */
  in_book: Generated<boolean>;
}

export interface WordInstancesTable {
  id: string;
  sentence_id: string;
  /** Place in the sentence, from 1. */
  position: number;
  text: string;
  leading_punctuation: string;
  trailing_punctuation: string;
  translation: string;
  modern_equivalent: string | null;
  /** Fragment ids; unused endings are null, the used ones come first. */
  stem: string;
  ending1: string | null;
  ending2: string | null;
  ending3: string | null;
  skipped: 'proper noun' | 'roman numeral' | 'latin' | null;
  retired: Generated<boolean>;
}

export interface QuestionsTable {
  id: string;
  kind: 'word' | 'clause' | 'sentence';
  sentence_id: string;
  /** Of word questions only. */
  word_instance_id: string | null;
  /** Of clause questions only: the clause's index, from 0. */
  clause: number | null;
  /** The right one first, then up to nine wrong ones; an empty place keeps its number. */
  options: { text: string; explanation: string }[];
  retired: Generated<boolean>;
}

export interface PhraseExplanationsTable {
  sentence_id: string;
  /** Place in the sentence's list, from 1. */
  position: number;
  phrase: string;
  explanation: string;
}

export interface ProgressSummariesTable {
  sentence_id: string;
  summary: string;
}

/**
 * The distinct fragments of a chapter's words that are asked: the total for percent known. Derived from the word instances
 * whenever the chapter is put.
 */
export interface ChapterFragmentsTable {
  book_id: string;
  chapter: number;
  fragment_id: string;
  /** Position of the first sentence that asks for it; null where no question does. */
  asked_from: number | null;
}

/** Messages to the team. Personal data: deleted with the account. */
export interface ContactMessagesTable {
  /** The command's id, so that a message sent twice is stored once. */
  id: string;
  kind: 'contact' | 'issue';
  account_id: string | null;
  name: string;
  email: string;
  subject: string;
  message: string;
  received_at: Generated<Date>;
}

/** Fragments that an edition merged, and the progress of applying it to vocabularies. */
export interface FragmentMergesTable {
  fragment: string;
  survivor: string;
  /** The last account whose vocabularies were updated; '' before the first. */
  followed_to: Generated<string>;
  done: Generated<boolean>;
}

export interface CatalogueTables {
  languages: LanguagesTable;
  courses: CoursesTable;
  books: BooksTable;
  chapters: ChaptersTable;
  sentences: SentencesTable;
  fragments: FragmentsTable;
  word_instances: WordInstancesTable;
  questions: QuestionsTable;
  phrase_explanations: PhraseExplanationsTable;
  progress_summaries: ProgressSummariesTable;
  chapter_fragments: ChapterFragmentsTable;
  fragment_merges: FragmentMergesTable;
  contact_messages: ContactMessagesTable;
}
