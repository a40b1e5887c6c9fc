import * as z from 'zod/mini';
import { AutoSentence } from './auto-sentence.ts';
import { endpoint } from './endpoint.ts';
import { AdminReply, admins, ChapterInPath, Id, line, signedIn, staff } from './values.ts';

export const Book = z.object({
  _id: z.string(),
  id: z.string(),
  title: z.string(),
  author: z.string(),
  language: z.object({ id: z.string(), name: z.string() }),
  published: z.nullable(z.string()),
  readingLevel: z.nullable(z.string()),
  chapters: z.array(
    z.object({
      number: z.number(),
      title: z.string(),
      /** Sentences in the chapter; 0 when it is not available. */
      total: z.number(),
      /** Open without a subscription. */
      free: z.boolean(),
      /** Its content is in the library; otherwise 'coming soon'. */
      available: z.boolean(),
      /** Fixed text of the start summary (spec 2), when the chapter has one. */
      introduction: z.nullable(z.string()),
    }),
  ),
});

export const Sentence = z.object({
  _id: z.string(),
  id: z.string(),
  text: z.string(),
  translation: z.string(),
  newParagraph: z.boolean(),
  chapterTitle: z.string(),
  part: z.number(),
  chapter: z.number(),
  section: z.number(),
  position: z.number(),
  /** Sent back with the answers, so that they are judged by the edition that asked them. */
  contentVersion: z.string(),
});

const Fragment = z.object({
  _id: z.string(),
  text: z.string(),
  /** The meaning, in plain words. */
  gloss: z.string(),
  lemma: z.nullable(z.string()),
  note: z.nullable(z.string()),
});

export const WordInstance = z.object({
  _id: z.string(),
  text: z.string(),
  /** Sentence id. */
  sentence: z.string(),
  position: z.number(),
  leadingPunctuation: z.string(),
  trailingPunctuation: z.string(),
  translation: z.string(),
  word: z.object({ modernEquivalent: z.nullable(z.string()), language: z.object({ name: z.string() }) }),
  stem: z.extend(Fragment, { pos: z.nullable(z.string()) }),
  ending1: z.nullable(Fragment),
  ending2: z.nullable(Fragment),
  ending3: z.nullable(Fragment),
  skipped: z.nullable(z.enum(['proper noun', 'roman numeral', 'latin'])),
});

const InChapter = z.object({ bookId: Id, chapter: ChapterInPath });

export const books = endpoint({
  name: 'books',
  method: 'GET',
  path: '/books',
  served: 'query',
  callers: signedIn,
  summary: 'All books with their chapters.',
  reply: z.array(Book),
});

export const book = endpoint({
  name: 'book',
  method: 'GET',
  path: '/books/:id',
  served: 'query',
  callers: signedIn,
  summary: 'One book.',
  params: z.object({ id: Id }),
  reply: Book,
});

export const sentences = endpoint({
  name: 'sentences',
  method: 'GET',
  path: '/sentences/:bookId/:chapter',
  served: 'query',
  callers: signedIn,
  summary: 'The sentences of a chapter in order; 402 when it must be subscribed to.',
  params: InChapter,
  reply: z.array(Sentence),
});

export const wordInstances = endpoint({
  name: 'wordInstances',
  method: 'GET',
  path: '/word-instances/:bookId/:chapter',
  served: 'query',
  callers: signedIn,
  summary: 'The word instances of a chapter in order; 402 when it must be subscribed to.',
  params: InChapter,
  reply: z.array(WordInstance),
});

/** Question data as spec 3 has it; `_id` is the question's id, keys are word instance, clause or sentence keys. */
export const answerFiles = [
  'WordAnswers',
  'ClauseAnswers',
  'SentenceAnswers',
  'SentenceDevices',
  'ProgressSummaries',
] as const;
export type AnswerFile = (typeof answerFiles)[number];

export const answers = endpoint({
  name: 'answers',
  method: 'GET',
  path: '/answers/:bookTitle/:folder/:file',
  served: 'query',
  callers: signedIn,
  summary: 'Question data of a chapter: /answers/{book title}/ch{n}/ch{n}{WordAnswers|ClauseAnswers|…}.json',
  params: z.object({
    bookTitle: line(200),
    folder: z.string().check(z.regex(/^ch\d{1,3}$/, 'must be ch and a chapter number')),
    file: z.string().check(z.regex(/^ch\d{1,3}[A-Za-z]{1,40}\.json$/, 'must be an answer file')),
  }),
  reply: z.record(z.string(), z.record(z.string(), z.unknown())),
});

export const addLanguage = endpoint({
  name: 'addLanguage',
  method: 'POST',
  path: '/languages',
  served: 'command',
  callers: admins,
  summary: 'Add a language.',
  body: z.strictObject({ name: line(80), isoCode: z.optional(z.string().check(z.maxLength(16))) }),
  reply: AdminReply,
});

export const addCourse = endpoint({
  name: 'addCourse',
  method: 'POST',
  path: '/courses',
  served: 'command',
  callers: admins,
  summary: 'Add a course.',
  body: z.strictObject({
    title: line(200),
    description: line(2000),
    nativeLanguageName: line(80),
    targetLanguageName: line(80),
  }),
  reply: AdminReply,
});

export const addBook = endpoint({
  name: 'addBook',
  method: 'POST',
  path: '/books',
  served: 'command',
  callers: admins,
  summary: 'Add a book.',
  body: z.strictObject({
    title: line(200),
    author: line(200),
    publishedDate: z.optional(z.string().check(z.maxLength(40))),
    languageName: line(80),
  }),
  reply: AdminReply,
});

export const addSentence = endpoint({
  name: 'addSentence',
  method: 'POST',
  path: '/auto/sentence',
  served: 'command',
  callers: admins,
  summary: 'Add one sentence with its word instances and questions; sent again it changes nothing.',
  body: AutoSentence,
  reply: AdminReply,
  bodyLimit: 512 * 1024,
});

export const checkHealth = endpoint({
  name: 'checkHealth',
  method: 'GET',
  path: '/sentences/check-health',
  served: 'query',
  callers: staff,
  summary: 'Missing sentence positions of a book.',
  query: z.strictObject({ bookTitle: line(200) }),
  reply: z.object({ message: z.array(z.string()), total: z.number(), isError: z.boolean() }),
});
