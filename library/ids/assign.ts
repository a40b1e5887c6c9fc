import type { SourceChapter } from '../format/chapter.ts';
import { spelling } from '../format/chapter.ts';
import type { SentenceIds, WordIds } from './file.ts';

export interface ShapedSentence {
  readonly text: string;
  readonly words: readonly { readonly text: string; readonly clause: string | undefined }[];
}

/** The parts of a chapter with ids: sentences, words, and clauses after their last words. */
export function shapeOf({ sentences }: SourceChapter): readonly ShapedSentence[] {
  return sentences.map(({ fields, words, clauses }) => ({
    text: fields.get('text')?.value ?? '',
    words: words.map(({ written }, index) => ({
      text: spelling(written),
      clause: clauses.find(({ after }) => after === index + 1)?.translation,
    })),
  }));
}

/**
 * Transfers the ids of a chapter to its current text and gives new ones to new parts. A sentence keeps its id while most of
 * its words are the same, a word while it and its neighbours are the same.
 * @param fresh returns a new unique id
 * @returns the ids in the order of the text, and the unused old ones
 */
export function carryOver(
  shape: readonly ShapedSentence[],
  before: readonly SentenceIds[],
  fresh: () => string,
): { readonly sentences: readonly Omit<SentenceIds, 'at'>[]; readonly gone: readonly string[] } {
  const pairs = new Map(common(shape, before, (a, b) => a.text === b.text));
  const taken = new Set(pairs.values());
  for (const [index, sentence] of shape.entries()) {
    if (pairs.has(index)) continue;
    const likeness = before.map((old, at) => (taken.has(at) ? 0 : alike(sentence, old)));
    const best = likeness.indexOf(Math.max(0, ...likeness));
    if ((likeness[best] ?? 0) < 0.5) continue;
    pairs.set(index, best);
    taken.add(best);
  }
  const kept = new Set<string>();
  const keep = (id: string | undefined) => {
    const given = id ?? fresh();
    kept.add(given);
    return given;
  };
  const sentences = shape.map((sentence, index) => {
    const old = before[pairs.get(index) ?? -1];
    const words = new Map(common(sentence.words, old?.words ?? [], (a, b) => a.text === b.text));
    return {
      id: keep(old?.id),
      question: keep(old?.question),
      text: sentence.text,
      words: sentence.words.map((word, at): WordIds => {
        const same = old?.words[words.get(at) ?? -1];
        return {
          id: keep(same?.id),
          question: keep(same?.question),
          text: word.text,
          clause:
            word.clause === undefined
              ? undefined
              : { question: keep(same?.clause?.question), translation: word.clause },
        };
      }),
    };
  });
  const had = before.flatMap(({ id, question, words }) => [
    id,
    question,
    ...words.flatMap(word => [word.id, word.question, ...(word.clause ? [word.clause.question] : [])]),
  ]);
  return { sentences, gone: had.filter(id => !kept.has(id)) };
}

function alike(sentence: ShapedSentence, old: SentenceIds): number {
  const same = common(sentence.words, old.words, (a, b) => a.text === b.text).length;
  return same / Math.max(1, sentence.words.length, old.words.length);
}

/** Longest common subsequence, as pairs of indexes. */
function common<A, B>(
  a: readonly A[],
  b: readonly B[],
  same: (a: A, b: B) => boolean,
): readonly (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  const length = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const equal = (i: number, j: number) => same(a[i] as A, b[j] as B);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      (lengths[i] as Uint16Array)[j] = equal(i, j)
        ? length(i + 1, j + 1) + 1
        : Math.max(length(i + 1, j), length(i, j + 1));
  const pairs: [number, number][] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; )
    if (equal(i, j)) pairs.push([i++, j++]);
    else if (length(i + 1, j) >= length(i, j + 1)) i++;
    else j++;
  return pairs;
}
