import type { addSentence } from '../../../../facade/books.ts';
import type { BodyOf } from '../../../../facade/endpoint.ts';

export type SentenceBody = BodyOf<typeof addSentence>;

/**
 * The body of an auto-sentence call from JSON text (spec 5).
 * @throws SyntaxError when it is no JSON, Error when meta or wordInstances is missing
 */
export function sentenceOf(text: string): SentenceBody {
  const parsed: unknown = JSON.parse(text);
  const { meta, wordInstances } = isRecord(parsed) ? parsed : {};
  if (!isRecord(meta) || !Array.isArray(wordInstances))
    throw new Error('meta and wordInstances are required');
  return parsed as SentenceBody;
}

/** The sentence's words in a row, to show which one is being sent. */
export function wordsOf({ wordInstances }: SentenceBody): string {
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  return wordInstances
    .map(word => text(word['leadingPunctuation']) + text(word['text']) + text(word['trailingPunctuation']))
    .join(' ')
    .trim();
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
