import type { Sentence } from './catalogue.ts';

type Placed = Pick<Sentence, 'part' | 'chapter' | 'section' | 'position'>;

/** Sentence key of spec 3: '[book title] [part].[chapter].[section].[position]'. */
export function sentenceKey(bookTitle: string, { part, chapter, section, position }: Placed): string {
  return `${bookTitle} ${part}.${chapter}.${section}.${position}`;
}

/** Word instance key of spec 3: the sentence key and the word's position. */
export function wordInstanceKey(bookTitle: string, sentence: Placed, wordPosition: number): string {
  return `${sentenceKey(bookTitle, sentence)}.${wordPosition}`;
}

/** Clause key of spec 3: the sentence key and the clause's index, from 0. */
export function clauseKey(bookTitle: string, sentence: Placed, clause: number): string {
  return `${sentenceKey(bookTitle, sentence)}-${clause}`;
}
