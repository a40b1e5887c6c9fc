import type pg from 'pg';
import { seeded } from '../../domain/quiz/random.ts';

/** Made-up books, as large as a library must be before anybody meets 20,000 fragments in it. */

export const FRAGMENTS = 20_000;
const ENDINGS = 100;
const BOOKS = 5;
const CHAPTERS = 20;
const SENTENCES = 50;
const WORDS = 8;

export interface MadeUpSentence {
  readonly id: string;
  readonly book: string;
  readonly chapter: number;
  /** From 1. */
  readonly position: number;
  readonly words: readonly { readonly question: string; readonly stem: string; readonly ending: string }[];
}

/** Every stem stands somewhere; besides, a fragment is as frequent as its rank says, as in any text. */
export function madeUpSentences(): readonly MadeUpSentence[] {
  const random = seeded('made-up books');
  const frequent = (count: number) => Math.floor(count ** random()) - 1;
  const stems = FRAGMENTS - ENDINGS;
  const places = BOOKS * CHAPTERS * SENTENCES * WORDS;
  const order = Array.from({ length: places }, (_, place) => (place < stems ? place : frequent(stems)));
  for (let place = places - 1; place > 0; place--) {
    const other = Math.floor(random() * (place + 1));
    [order[place], order[other]] = [order[other] ?? 0, order[place] ?? 0];
  }
  return Array.from({ length: places / WORDS }, (_, number) => ({
    id: `years-s${number}`,
    book: `years-${Math.floor(number / (CHAPTERS * SENTENCES))}`,
    chapter: 1 + (Math.floor(number / SENTENCES) % CHAPTERS),
    position: 1 + (number % SENTENCES),
    words: order.slice(number * WORDS, (number + 1) * WORDS).map((stem, word) => ({
      question: `years-q${number}-${word}`,
      stem: stemId(stem),
      ending: `years-e${frequent(ENDINGS)}`,
    })),
  }));
}

/** @param rank 0 is the most frequent one */
export const stemId = (rank: number) => `years-f${rank}`;

/** Writes the books into a catalogue that has languages. @returns the id of the books' language */
export async function addBooks(pool: pg.Pool, sentences: readonly MadeUpSentence[]): Promise<string> {
  const { rows } = await pool.query<{ id: string }>('select id from languages order by id limit 1');
  const language = rows[0]?.id ?? '';
  const insert = async (table: string, columns: Readonly<Record<string, readonly unknown[]>>) => {
    const names = Object.keys(columns);
    const types = names.map((name, index) => `$${index + 1}::${typeOf(name)}[]`);
    await pool.query(
      `insert into ${table} (${names.join(', ')}) select * from unnest(${types.join(', ')})`,
      Object.values(columns).map(values => [...values]),
    );
  };
  const books = Array.from({ length: BOOKS }, (_, book) => `years-${book}`);
  await insert('books', {
    id: books,
    title: books.map((_, book) => `Made-up book ${book + 1}`),
    author: books.map(() => 'Nobody'),
    language_id: books.map(() => language),
    chapter_count: books.map(() => CHAPTERS),
  });
  const chapters = books.flatMap(book =>
    Array.from({ length: CHAPTERS }, (_, index) => ({ book, number: index + 1 })),
  );
  await insert('chapters', {
    book_id: chapters.map(({ book }) => book),
    number: chapters.map(({ number }) => number),
    title: chapters.map(({ number }) => `Chapter ${number}`),
    content_version: chapters.map(() => 'v'),
  });
  const stems = Array.from({ length: FRAGMENTS - ENDINGS }, (_, rank) => stemId(rank));
  const endings = Array.from({ length: ENDINGS }, (_, rank) => `years-e${rank}`);
  await insert('fragments', {
    id: [...stems, ...endings],
    language_id: [...stems, ...endings].map(() => language),
    kind: [...stems.map(() => 'stem'), ...endings.map(() => 'ending')],
    text: [...stems, ...endings].map(spelled),
    gloss: [...stems, ...endings].map(id => `meaning of ${spelled(id)}`),
    lemma: [...stems.map(id => `${spelled(id)}ar`), ...endings.map(() => null)],
  });
  await insert('sentences', {
    id: sentences.map(({ id }) => id),
    book_id: sentences.map(({ book }) => book),
    chapter: sentences.map(({ chapter }) => chapter),
    position: sentences.map(({ position }) => position),
    part: sentences.map(() => 1),
    section: sentences.map(() => 1),
    chapter_title: sentences.map(({ chapter }) => `Chapter ${chapter}`),
    text: sentences.map(({ words }) => words.map(wordOf).join(' ')),
    translation: sentences.map(
      () => 'What a made-up sentence says in English, more or less as long as it is.',
    ),
    origin: sentences.map(() => 'admin'),
    new_paragraph: sentences.map(({ position }) => position % 5 === 1),
  });
  const words = sentences.flatMap(({ id, words }) => words.map((word, index) => ({ id, index, ...word })));
  await insert('word_instances', {
    id: words.map(({ question }) => `${question}-w`),
    sentence_id: words.map(({ id }) => id),
    position: words.map(({ index }) => index + 1),
    text: words.map(wordOf),
    leading_punctuation: words.map(() => ''),
    trailing_punctuation: words.map(({ index }) => (index === WORDS - 1 ? '.' : '')),
    translation: words.map(({ stem }) => `meaning of ${spelled(stem)}`),
    stem: words.map(({ stem }) => stem),
    ending1: words.map(({ ending }) => ending),
  });
  await insert('questions', {
    id: words.map(({ question }) => question),
    kind: words.map(() => 'word'),
    sentence_id: words.map(({ id }) => id),
    word_instance_id: words.map(({ question }) => `${question}-w`),
    options: words.map(({ stem }) =>
      JSON.stringify(
        ['meaning of', 'something else than', 'the opposite of'].map(text => ({
          text: `${text} ${spelled(stem)}`,
          explanation: 'Why this is right or wrong, in a sentence that a learner can read at a glance.',
        })),
      ),
    ),
  });
  await pool.query(
    `insert into chapter_fragments
     select sentence.book_id, sentence.chapter, fragment, min(sentence.position)
     from word_instances word join sentences sentence on sentence.id = word.sentence_id,
       unnest(array[word.stem, word.ending1]) fragment
     where sentence.book_id like 'years-%' group by 1, 2, 3`,
  );
  await pool.query('analyze');
  return language;
}

const typeOf = (column: string) =>
  column === 'new_paragraph'
    ? 'boolean'
    : column === 'options'
      ? 'jsonb'
      : ['chapter', 'position', 'number', 'part', 'section', 'chapter_count'].includes(column)
        ? 'int'
        : 'text';

const SYLLABLES = [
  'pa',
  'lo',
  'me',
  'ri',
  'tu',
  'sa',
  'vo',
  'de',
  'ci',
  'ju',
  'na',
  'go',
  'que',
  'fi',
  'llu',
  'ra',
];

/** What the fragment with this id looks like in a text; an ending without its hyphen. */
export function spelled(id: string): string {
  let number = Number(id.replace(/\D/g, '')) + 16;
  let text = '';
  for (; number > 0; number = Math.floor(number / 16)) text += SYLLABLES[number % 16];
  return text;
}

const wordOf = ({ stem, ending }: MadeUpSentence['words'][number]) => spelled(stem) + spelled(ending);
