import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { CommandIdReused } from '../../event-store/aggregate/aggregate.ts';
import { addBook, addCourse, addLanguage } from '../../facade/books.ts';
import type { Serve } from '../../facade/express/api.ts';
import { lockCatalogue } from './lock.ts';

/**
 * Additions to the catalogue by an admin (spec 7). The command id becomes the id of the added row, so that a repeated
 * command finds its own row instead of a conflict.
 */
export function serveCatalogue(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(addLanguage, async ({ body: { name, isoCode }, commandId }) => {
    const added = await inCatalogue(db, async trx => {
      const found = await trx
        .selectFrom('languages')
        .select(['id', 'name', 'iso_code'])
        .where(or => or.or([or('name', '=', name), or('id', '=', commandId)]))
        .execute();
      const row = { id: commandId, name, iso_code: isoCode ?? null };
      if (found.length > 0) return takenBy(found, row, { what: 'language', field: 'name', name });
      await trx.insertInto('languages').values(row).execute();
      return undefined;
    });
    return added ?? { message: `Added the language ${name}`, isError: false };
  });

  serve(addCourse, async ({ body, commandId }) => {
    const { title, description, nativeLanguageName, targetLanguageName } = body;
    const added = await inCatalogue(db, async trx => {
      const native = await languageNamed(trx, nativeLanguageName, 'nativeLanguageName');
      if (isRefusal(native)) return native;
      const target = await languageNamed(trx, targetLanguageName, 'targetLanguageName');
      if (isRefusal(target)) return target;
      if (native === target)
        return refuse('a course needs two languages', {
          field: 'targetLanguageName',
          verbose: 'Native and target language must differ.',
        });
      const found = await trx
        .selectFrom('courses')
        .select(['id', 'title', 'description', 'native_language_id', 'target_language_id'])
        .where(or => or.or([or('title', '=', title), or('id', '=', commandId)]))
        .execute();
      const languages = { native_language_id: native, target_language_id: target };
      const row = { id: commandId, title, description, ...languages };
      if (found.length > 0) return takenBy(found, row, { what: 'course', field: 'title', name: title });
      await trx.insertInto('courses').values(row).execute();
      return undefined;
    });
    return added ?? { message: `Added the course ${title}`, isError: false };
  });

  serve(addBook, async ({ body: { title, author, publishedDate, languageName }, commandId }) => {
    const added = await inCatalogue(db, async trx => {
      const language = await languageNamed(trx, languageName, 'languageName');
      if (isRefusal(language)) return language;
      const found = await trx
        .selectFrom('books')
        .select(['id', 'title', 'author', 'published', 'language_id'])
        .where(or => or.or([or('title', '=', title), or('id', '=', commandId)]))
        .execute();
      const row = { id: commandId, title, author, published: publishedDate || null, language_id: language };
      if (found.length > 0) return takenBy(found, row, { what: 'book', field: 'title', name: title });
      await trx
        .insertInto('books')
        .values({ ...row, reading_level: null, chapter_count: 0 })
        .execute();
      return undefined;
    });
    return added ?? { message: `Added the book ${title}`, isError: false };
  });
}

/** Serializes changes of the catalogue, so that two admins cannot add the same name at once. */
function inCatalogue(
  db: Kysely<Database>,
  work: (trx: Kysely<Database>) => Promise<Refusal | undefined>,
): Promise<Refusal | undefined> {
  return db.transaction().execute(async trx => {
    await lockCatalogue(trx);
    return await work(trx);
  });
}

async function languageNamed(trx: Kysely<Database>, name: string, field: string): Promise<string | Refusal> {
  const found = await trx.selectFrom('languages').select('id').where('name', '=', name).executeTakeFirst();
  if (found) return found.id;
  return refuse('unknown language', {
    field,
    because: 'missing',
    verbose: `There is no language ${name}: add it first.`,
  });
}

/**
 * Undefined when this same command added the existing row.
 * @throws CommandIdReused when the command id was another addition
 */
function takenBy<Row extends { readonly id: string }>(
  found: readonly Row[],
  wanted: Row,
  { what, field, name }: { readonly what: string; readonly field: string; readonly name: string },
): Refusal | undefined {
  if (found.some(({ id }) => id !== wanted.id))
    return refuse(`duplicate ${what}`, {
      field,
      because: 'conflict',
      verbose: `There is a ${what} ${name} already.`,
    });
  if (!found.every(row => isDeepStrictEqual(row, wanted)))
    throw new CommandIdReused(`command ${wanted.id} was another request`);
  return undefined;
}
