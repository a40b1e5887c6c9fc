import type { Kysely } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { sentenceKey } from '../../../domain/catalogue/keys.ts';
import { type SentenceContent, sentenceVersion } from '../../../domain/catalogue/version.ts';
import { isRefusal, type Refusal, refuse } from '../../../domain/refusal.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';
import { addSentence } from '../../../facade/books.ts';
import type { Serve } from '../../../facade/express/api.ts';
import { lockCatalogue } from '../lock.ts';
import { contentHash, putSentences, renewChapterVersion } from '../put-sentences.ts';
import { bookOf } from './book.ts';
import { checkWords } from './check.ts';
import { contentOf } from './content.ts';
import { type ExistingSentence, existingSentences, refuseForeignIds } from './existing.ts';
import { putFragments } from './fragments.ts';
import { deriveOfSentence, fragmentsOf, type Place } from './fragments-in-use.ts';

type Outcome = 'added' | 'changed' | 'there already';

/**
 * Adds one sentence of a chapter (spec 7). A repetition changes nothing. With the `_id` of a sentence that an admin added it
 * replaces that sentence. Sentences of the built-in library can be changed in its sources only.
 */
export function serveAutoSentence(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(addSentence, async ({ body, commandId }) => {
    const wrong = checkWords(body);
    if (wrong) return wrong;
    // A refusal must undo the book or fragment added before it.
    const outcome = await db
      .transaction()
      .execute(async trx => {
        await lockCatalogue(trx);
        const result = await added(trx, body, commandId);
        if (isRefusal(result)) throw new Refused(result);
        return result;
      })
      .catch(error => {
        if (error instanceof Refused) return error.refusal;
        throw error;
      });
    if (isRefusal(outcome)) return outcome;
    const { bookTitle, part, chapter, section, position } = body.meta;
    const key = sentenceKey(bookTitle, { part, chapter, section, position });
    const message = { added: `Added the sentence ${key}`, changed: `Changed the sentence ${key}` };
    return {
      message: outcome === 'there already' ? `The sentence ${key} is there already` : message[outcome],
      isError: false,
    };
  });
}

/** Rolls the transaction back. */
class Refused extends Error {
  readonly refusal: Refusal;
  constructor(refusal: Refusal) {
    super(refusal.refused);
    this.refusal = refusal;
  }
}

async function added(
  trx: Kysely<Database>,
  body: AutoSentence,
  commandId: string,
): Promise<Outcome | Refusal> {
  const { meta } = body;
  const book = await bookOf(trx, body, commandId);
  if (isRefusal(book)) return book;
  const existing = await existingSentences(trx, book.id, meta);
  const before = meta._id === undefined ? existing.inPlace : existing.named;
  if (meta._id !== undefined && before && before.bookId !== book.id)
    return refuse('duplicate sentence', {
      field: 'meta._id',
      because: 'conflict',
      verbose: `The sentence ${meta._id} belongs to another book.`,
    });
  const fragments = await putFragments(trx, book.languageId, body);
  if (isRefusal(fragments)) return fragments;
  const content = contentOf(body, { book, fragments, before, newId: commandId });
  const version = sentenceVersion(content, contentHash);
  if (before && isAlike(before, content, version)) return 'there already';
  const refused = refuseChange(body, existing, before) ?? (await refuseForeignIds(trx, content));
  if (refused) return refused;

  await trx
    .insertInto('chapters')
    .values({
      book_id: book.id,
      number: meta.chapter,
      title: content.sentence.chapterTitle,
      introduction: null,
      content_version: null,
    })
    .onConflict(conflict => conflict.doNothing())
    .execute();
  const had = before && !before.retired ? await fragmentsOf(trx, before.id) : [];
  await putSentences(trx, [content], 'admin');
  const place = { bookId: book.id, chapter: meta.chapter };
  await deriveOfSentence(trx, content.sentence.id, place, before && { place: before, fragments: had });
  await deriveChapters(trx, place, before?.chapter);
  return before ? 'changed' : 'added';
}

/** Updates the versions of the chapter and of the chapter that the sentence left, and the book's number of chapters. */
async function deriveChapters(
  trx: Kysely<Database>,
  { bookId, chapter }: Place,
  left: number | undefined,
): Promise<void> {
  for (const number of new Set([left ?? chapter, chapter])) await renewChapterVersion(trx, bookId, number);
  await trx
    .updateTable('books')
    .set({ chapter_count: chapter })
    .where('id', '=', bookId)
    .where('chapter_count', '<', chapter)
    .execute();
}

function isAlike(before: ExistingSentence, { sentence }: SentenceContent, version: string): boolean {
  return (
    before.version === version &&
    !before.retired &&
    before.chapter === sentence.chapter &&
    before.part === sentence.part &&
    before.section === sentence.section &&
    before.position === sentence.position
  );
}

/** A different sentence is accepted only as a correction that names a sentence added by an admin. */
function refuseChange(
  { meta }: AutoSentence,
  { inPlace }: { readonly inPlace: ExistingSentence | undefined },
  before: ExistingSentence | undefined,
): Refusal | undefined {
  const taken = inPlace && inPlace.id !== meta._id;
  if (taken)
    return refuse('duplicate sentence', {
      field: 'meta.position',
      because: 'conflict',
      verbose:
        meta._id === undefined
          ? `Another sentence stands in this place: send its _id, ${inPlace.id}, to correct it.`
          : 'Another sentence stands in this place.',
    });
  if (before?.origin === 'library')
    return refuse('sentence of the built-in library', {
      field: 'meta._id',
      because: 'conflict',
      verbose: 'This sentence came with the library: correct it in its source.',
    });
  return undefined;
}
