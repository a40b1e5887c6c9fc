/**
 * The catalogue: books, chapters, sentences, word instances and fragments (spec 3), as the library compiles them and
 * as the server keeps them. All ids are opaque strings assigned once in the library's source.
 */

export interface Language {
  readonly id: string;
  /** English name, for example Spanish. */
  readonly name: string;
  readonly isoCode: string | null;
}

export interface Book {
  readonly id: string;
  readonly title: string;
  readonly author: string;
  /** Year of first publication, as shown. */
  readonly published: string | null;
  readonly languageId: string;
  /** For example 7th Grade. */
  readonly readingLevel: string | null;
  /** Number of chapters of the whole book, available or not (spec 9). */
  readonly chapterCount: number;
}

export interface Chapter {
  readonly bookId: string;
  /** From 1. */
  readonly number: number;
  readonly title: string;
  /** Changes whenever a text or a question of the chapter does. */
  readonly contentVersion: string;
}

export interface Sentence {
  readonly id: string;
  readonly bookId: string;
  readonly text: string;
  readonly translation: string;
  /** The sentence begins a paragraph. */
  readonly newParagraph: boolean;
  readonly chapterTitle: string;
  readonly part: number;
  readonly chapter: number;
  readonly section: number;
  /** Place in the chapter, from 1. */
  readonly position: number;
}

/** stem: meaning; endings: grammar. Two fragments with one spelling and two meanings are two entries. */
export interface Fragment {
  readonly id: string;
  readonly languageId: string;
  readonly kind: 'stem' | 'ending';
  readonly text: string;
  /** Part of speech of a stem (for example 'proper noun'); null for endings. */
  readonly pos: string | null;
  /** The meaning, in plain words. */
  readonly gloss: string;
  /** Dictionary form of the stem, if it differs. */
  readonly lemma: string | null;
  readonly note: string | null;
}

export interface WordInstance {
  readonly id: string;
  readonly sentenceId: string;
  /** The word without its punctuation. */
  readonly text: string;
  /** Place in its sentence, from 1. */
  readonly position: number;
  readonly leadingPunctuation: string;
  readonly trailingPunctuation: string;
  readonly translation: string;
  /** Today's form of an old word. */
  readonly modernEquivalent: string | null;
  /** Fragment ids: the stem, then up to three endings. */
  readonly fragments: readonly string[];
  /** Never asked (spec 4): a proper noun, a Roman numeral I to IV, a Latin word. */
  readonly skipped: 'proper noun' | 'roman numeral' | 'latin' | null;
}

/** One option of a question. The right answer is option 0; a wrong one without an explanation is never used. */
export interface Option {
  readonly text: string;
  readonly explanation: string;
}

export interface Question {
  readonly id: string;
  readonly kind: 'word' | 'clause' | 'sentence';
  readonly sentenceId: string;
  /** The word instance asked about; null for clauses and sentences. */
  readonly wordInstanceId: string | null;
  /** The clause asked about, from 0; null for words and sentences. */
  readonly clause: number | null;
  /** Option 0 is right; up to nine wrong ones follow. */
  readonly options: readonly Option[];
}

/** A difficult phrase of a sentence and its meaning. */
export interface PhraseExplanation {
  readonly phrase: string;
  readonly explanation: string;
}

/** All content of one chapter; it is put into the catalogue in one transaction. */
export interface ChapterContent {
  readonly chapter: Chapter;
  readonly sentences: readonly Sentence[];
  readonly wordInstances: readonly WordInstance[];
  readonly questions: readonly Question[];
  readonly phrases: readonly {
    readonly sentenceId: string;
    readonly phrases: readonly PhraseExplanation[];
  }[];
  /** The story up to and including a sentence. */
  readonly summaries: readonly { readonly sentenceId: string; readonly summary: string }[];
}

/** An edition merged a fragment into another one with the same meaning. */
export interface FragmentMerge {
  readonly fragment: string;
  /** Gets the higher level of the two. The merged fragment stays in vocabularies and counts, but no book uses it any more. */
  readonly survivor: string;
}

/** The whole library as compiled. */
export interface LibraryContent {
  readonly languages: readonly Language[];
  readonly books: readonly (Book & {
    /** Titles of all chapters in order, including those without content. */
    readonly chapterTitles: readonly string[];
    /** Fixed text shown before a chapter's first sentences (spec 2, start summary), by chapter number. */
    readonly introductions: Readonly<Record<number, string>>;
  })[];
  readonly fragments: readonly Fragment[];
  readonly merges: readonly FragmentMerge[];
  readonly chapters: readonly ChapterContent[];
}
