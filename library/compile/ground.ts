import type { Option, Question } from '../../domain/catalogue/catalogue.ts';
import type { AskedWord } from '../check/repeats.ts';
import type { Entry, Sense, WholeWord } from '../format/entry.ts';
import type { Lexicon } from '../format/lexicon.ts';
import type { Lookup } from '../format/lookup.ts';
import type { Findings } from '../format/problems.ts';
import type { Given } from './explain.ts';

/** Options of a word's question, which wrong ones are generated and may be left out, and how many there are to be at most. */
export interface Made {
  readonly options: readonly Option[];
  readonly ruled: ReadonlySet<string>;
  readonly most: number;
}

/** State shared by the chapters of a language during compilation. */
export interface Ground {
  readonly lexicon: Lexicon;
  readonly lookup: Lookup;
  /** Whole questions of the lexicon, by the fragments of their word. */
  readonly wholeWords: ReadonlyMap<string, readonly WholeWord[]>;
  readonly idOf: (entry: Entry) => string;
  /** Senses and whole questions of the lexicon that some word uses. */
  readonly used: Set<Sense>;
  /** Questions written in earlier places, by fragments and answer. */
  readonly earlier: Map<string, Made>;
  /** Questions generated from the lexicon, by the same key, so that a repeated question has the same texts. */
  readonly made: Map<string, Made>;
  readonly given: Given;
  /** The word questions of the chapter that is compiled, in its order. */
  readonly asked: (AskedWord & { readonly question: Question })[];
  readonly found: Findings;
}
