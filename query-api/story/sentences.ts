import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ReplyOf } from '../../facade/endpoint.ts';
import type { story } from '../../facade/story.ts';

type StorySentence = ReplyOf<typeof story>['sentences'][number];

/** The sentences of a history, with the fragment's places in each. */
export async function sentencesOf(
  db: Kysely<Database>,
  fragment: { readonly id: string; readonly text: string; readonly ending: boolean },
  ids: readonly string[],
): Promise<StorySentence[]> {
  if (ids.length === 0) return [];
  const sentences = await db
    .selectFrom('sentences')
    .innerJoin('books', 'books.id', 'sentences.book_id')
    .select([
      'sentences.id',
      'sentences.book_id as bookId',
      'books.title as book',
      'sentences.chapter',
      'sentences.position',
      'sentences.text',
      'sentences.retired',
    ])
    .where('sentences.id', '=', sql<string>`any(${[...ids]}::text[])`)
    .where('books.withheld', '=', false)
    .execute();
  const words = await wordsOfSentences(db, ids);
  const wordsOf = Map.groupBy(words, word => word.sentence_id);
  return sentences.map(sentence => ({
    ...sentence,
    marks: marksIn(
      sentence.text,
      (wordsOf.get(sentence.id) ?? []).map(({ text, ...parts }) => ({
        text,
        has: [parts.stem, parts.ending1, parts.ending2, parts.ending3].includes(fragment.id),
      })),
      fragment,
    ),
  }));
}

/** The words of sentences, in order. Words that a correction replaced would stand between those of the text. */
export function wordsOfSentences(db: Kysely<Database>, ids: readonly string[]) {
  return db
    .selectFrom('word_instances as word')
    .innerJoin('sentences', join =>
      join.onRef('sentences.id', '=', 'word.sentence_id').onRef('sentences.retired', '=', 'word.retired'),
    )
    .select(['word.sentence_id', 'word.text', 'word.stem', 'word.ending1', 'word.ending2', 'word.ending3'])
    .where('word.sentence_id', '=', sql<string>`any(${[...ids]}::text[])`)
    .orderBy('word.position')
    .execute();
}

/** Offsets of the fragment in the text: its own letters if they can be found, else the whole word. */
export function marksIn(
  text: string,
  words: readonly { readonly text: string; readonly has: boolean }[],
  fragment: { readonly text: string; readonly ending: boolean },
): [number, number][] {
  const marks: [number, number][] = [];
  let from = 0;
  for (const word of words) {
    const at = text.indexOf(word.text, from);
    if (at < 0) continue;
    from = at + word.text.length;
    if (!word.has) continue;
    const letters = plain(fragment.text.replaceAll('-', ''));
    const [start, end] = [plain(word.text).startsWith(letters), plain(word.text).endsWith(letters)];
    if (letters !== '' && !fragment.ending && start) marks.push([at, at + letters.length]);
    else if (letters !== '' && fragment.ending && end) marks.push([from - letters.length, from]);
    else marks.push([at, from]);
  }
  return marks;
}

/** Without accents, in lower case; as long as before. */
const plain = (text: string) => text.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '');
