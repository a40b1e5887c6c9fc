import { expect, test } from 'vitest';
import {
  addressWith,
  type Choice,
  type Counts,
  choiceFrom,
  chosenRows,
  counting,
  itemsOf,
  marksOf,
  nextText,
} from './choice.ts';
import {
  dueOf,
  fragmentsIn,
  fragmentsOf,
  restored,
  rowsOf,
  titleOf,
  type WordsReply,
  withDues,
  withLevels,
} from './glossary.ts';

const day = (name: string) => Date.parse(`${name}T12:00:00`) / 1_000;
const reply: WordsReply = {
  books: [
    { id: 'platero', title: 'Platero y Yo' },
    { id: 'quijote', title: 'Don Quixote' },
  ],
  languages: [
    {
      language: 'es',
      fragments: [
        [
          'llam',
          'llam',
          false,
          'to call',
          'llamar',
          'IV',
          day('2026-05-22'),
          1,
          false,
          [0, 1],
          day('2026-06-12'),
          day('2026-05-03'),
          true,
        ],
        [
          'quier',
          'quier',
          false,
          'to want',
          'querer',
          'III',
          day('2026-05-24'),
          0,
          false,
          [1],
          day('2026-05-28'),
          day('2026-05-22'),
          true,
        ],
        [
          'quer',
          'quer',
          false,
          'to want',
          'querer',
          'I',
          day('2026-05-20'),
          4,
          false,
          [1],
          day('2026-05-24') - 60,
          day('2026-05-20'),
          true,
        ],
        [
          'ri',
          'rí',
          false,
          'to laugh',
          'reír',
          'II',
          day('2026-05-24'),
          0,
          false,
          [0],
          day('2026-05-25'),
          day('2026-05-24'),
          false,
        ],
        [
          'o',
          '-o',
          true,
          'I',
          null,
          'IV',
          day('2026-05-24'),
          9,
          false,
          [0, 1],
          null,
          day('2026-05-01'),
          true,
        ],
        [
          'aba',
          '-aba',
          true,
          'used to',
          null,
          'III',
          null,
          0,
          true,
          [],
          day('2026-05-23'),
          day('2026-05-02'),
          false,
        ],
      ],
      words: [
        ['llamo', 0, 4],
        ['llamaba', 0, 5],
        ['quiero', 1, 4],
        ['ríe', 3],
      ],
    },
  ],
};
const rows = rowsOf(reply);
const fragments = fragmentsOf(reply);
const now = day('2026-05-24');
const glossary = { rows, fragments, books: reply.books, now, kept: new Set(['quer', 'o']) };
const titles = (address: string) =>
  chosenRows(glossary, choiceFrom(new URLSearchParams(address))).map(({ title }) => title);

test('fragments are grouped by dictionary form: stems first, then the endings they were met with', () => {
  const found = new Map(rows.map(row => [row.title, row]));
  expect(found.get('llamar')).toMatchObject({ parts: ['llam', 'o', 'aba'], own: ['llam'] });
  expect(found.get('querer')).toMatchObject({
    parts: ['quier', 'quer', 'o'],
    own: ['quier', 'quer'],
    missed: 4,
    met: day('2026-05-24'),
  });
  expect(found.get('-o')).toMatchObject({ parts: ['o'], own: ['o'], ending: true });
});

test.each([
  ['reir', ['reír']],
  ['RÍE', ['reír']],
  ['llamaba', ['llamar']],
  ['want', ['querer']],
  ['nothing at all', []],
])('searching for %s finds %j: both languages, no accents, any word it was met in', (search, expected) => {
  expect(titles(`q=${encodeURIComponent(search)}`)).toEqual(expected);
});

test('filters and orders', () => {
  expect(titles('')).toEqual(['querer', 'reír', 'llamar']);
  expect(titles('sort=missed')).toEqual(['querer', 'llamar', 'reír']);
  expect(titles('sort=title')).toEqual(['llamar', 'querer', 'reír']);
  expect(titles('state=known')).toEqual(['llamar']);
  expect(titles('level=I')).toEqual(['querer']);
  expect(titles('book=platero')).toEqual(['reír', 'llamar']);
  expect(titles('kind=endings')).toEqual(['-o', '-aba']);
  expect(titles('kind=all&sort=title')).toEqual(['-aba', '-o', 'llamar', 'querer', 'reír']);
  // What the known count adds up: levels II to IV, of words and endings.
  expect(titles('state=counted')).toEqual(['querer', 'reír', 'llamar']);
  expect(titles('state=counted&kind=all&level=I')).toEqual(['querer']);
  expect(titles('state=counted&kind=endings&sort=since')).toEqual(['-aba', '-o']);
  expect(titles('kind=endings&book=none')).toEqual(['-aba']);
  expect(titles('kind=endings&book=unmet')).toEqual(['-aba']);
  // Met in a book that does not have it any more.
  expect(titles('book=none')).toEqual(['reír']);
  expect(titles('book=unmet')).toEqual([]);
  expect(titles('kind=endings&state=credited')).toEqual(['-aba']);
  expect(titles('state=nonsense')).toHaveLength(3);
  expect(titles('state=due')).toEqual(['querer']);
  expect(titles('kind=endings&state=due')).toEqual(['-aba']);
  expect(titles('state=kept')).toEqual(['querer']);
  expect(titles('kind=endings&state=kept')).toEqual(['-o']);
  expect(titles('sort=since')).toEqual(['reír', 'querer', 'llamar']);
  expect(titles('sort=due')).toEqual(['querer', 'reír', 'llamar']);
  expect(titles('kind=endings&sort=due')).toEqual(['-aba', '-o']);
});

test('a word of a clause marked as known is shown as never asked', () => {
  const chosen = chosenRows(glossary, choiceFrom(new URLSearchParams('kind=endings')));
  const items = itemsOf(chosen, { sort: 'met', fragments, today: new Date(now * 1_000) });
  expect(items.map(({ day, row }) => day ?? row.title)).toEqual([
    'Today',
    '-o',
    'Not asked in a book yet',
    '-aba',
  ]);
});

function counted(choice: Choice): Counts {
  const steps = counting(glossary, choice);
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

test('a filter shows how many rows each of its values would give', () => {
  const choice = choiceFrom(new URLSearchParams('state=known'));
  const { states, levels } = counted(choice);
  expect([...states]).toEqual([
    ['all', 3],
    ['seen', 2],
    ['known', 1],
    ['counted', 3],
    ['credited', 0],
    ['due', 1],
    ['kept', 1],
  ]);
  expect([...levels]).toEqual([
    ['all', 1],
    ['I', 0],
    ['II', 0],
    ['III', 0],
    ['IV', 1],
  ]);
});

test('a choice is stored in the address, without the defaults', () => {
  const address = addressWith(new URLSearchParams('story=llam'), { level: 'III', search: 'ríe' });
  expect(address.toString()).toBe('story=llam&level=III&q=r%C3%ADe');
  expect(addressWith(address, { level: 'all', search: '' }).toString()).toBe('story=llam');
});

test('in an order by day, headings with calendar days stand between the rows', () => {
  const chosen = chosenRows(glossary, choiceFrom(new URLSearchParams()));
  const today = new Date('2026-05-24T20:00:00');
  const items = itemsOf(chosen, { sort: 'met', fragments, today });
  expect(items.map(({ day, row }) => day ?? row.title)).toEqual([
    'Today',
    'querer',
    'reír',
    'Friday 22 May',
    'llamar',
  ]);
  expect(itemsOf(chosen, { sort: 'missed', fragments, today }).every(({ day }) => day === undefined)).toBe(
    true,
  );
});

test('in the order by level, the days are those on which the level was reached; a mark counts as today', () => {
  const today = new Date('2026-05-24T20:00:00');
  const by = (reply: WordsReply, address: string) => {
    const fragments = fragmentsOf(reply);
    const chosen = chosenRows({ ...glossary, fragments }, choiceFrom(new URLSearchParams(address)));
    return itemsOf(chosen, { sort: 'since', fragments, today }).map(({ day, row }) => day ?? row.title);
  };
  expect(by(reply, 'sort=since&state=known')).toEqual(['Sunday 3 May', 'llamar']);
  expect(by(reply, 'sort=since&kind=endings')).toEqual(['Saturday 2 May', '-aba', 'Friday 1 May', '-o']);
  const marked = fragmentsOf(withLevels(reply, new Map([['llam', 'III']]))).get('llam');
  expect(marked?.since).toBeGreaterThan(day('2026-05-24'));
});

test('a mark of a word changes its stems, never its endings', () => {
  const querer = rows.filter(({ title }) => title === 'querer' || title === 'llamar');
  expect([...marksOf(querer, fragments, 'known')]).toEqual([
    ['llam', 'IV'],
    ['quier', 'IV'],
    ['quer', 'IV'],
  ]);
  expect(marksOf(querer, fragments, 'seen').get('llam')).toBe('III');
  expect(marksOf(querer, fragments, 'seen').get('quer')).toBe('I');
});

test('an optimistic mark changes the levels and keeps every other object identical', () => {
  const changed = withLevels(reply, new Map([['quer', 'IV' as const]]));
  expect(fragmentsOf(changed).get('quer')?.level).toBe('IV');
  expect(changed.languages[0]?.fragments[0]).toBe(reply.languages[0]?.fragments[0]);
  expect(changed.languages[0]?.words).toBe(reply.languages[0]?.words);
});

test('the due date of a marked word comes from a later reply, unless that reply lacks the mark', () => {
  const marked = withLevels(reply, new Map([['quer', 'IV' as const]]));
  const dueTomorrow = (level: 'I' | 'IV') => {
    const [quer] = fragmentsIn(withLevels(reply, new Map([['quer', level]])), new Set(['quer']));
    if (!quer) throw new Error('the reply has no quer');
    const told: typeof quer = [...quer];
    told[10] = day('2026-05-25');
    return { ...reply, languages: [{ language: 'es', fragments: [told], words: [] }] };
  };
  expect(fragmentsOf(withDues(marked, dueTomorrow('IV'))).get('quer')?.due).toBe(day('2026-05-25'));
  expect(fragmentsOf(withDues(marked, dueTomorrow('I'))).get('quer')?.due).toBeNull();
  expect(withDues(marked, dueTomorrow('IV')).languages[0]?.fragments[0]).toBe(
    reply.languages[0]?.fragments[0],
  );
});

test('an undone mark restores level, credit and due date', () => {
  const before = fragmentsIn(reply, new Set(['aba', 'quer']));
  const marked = withLevels(
    reply,
    new Map([
      ['aba', 'IV'],
      ['quer', 'IV'],
    ]),
  );
  expect(fragmentsOf(marked).get('aba')).toMatchObject({ level: 'IV', credited: false, due: null });
  expect(restored(marked, before)).toEqual(reply);
});

test.each([
  ['2026-05-24T11:59:00', 'due'],
  ['2026-05-24T23:00:00', 'today'],
  ['2026-05-25T00:30:00', 'tomorrow'],
  ['2026-05-28T09:00:00', 'in 4 days'],
  ['2026-06-12T09:00:00', '12 Jun'],
  ['2027-01-02T09:00:00', '2 Jan 2027'],
])('the due date %s is shown as: %s', (at, text) => {
  expect(nextText(Date.parse(at) / 1_000, now)).toBe(text);
});

test('a word is due when the first of its stems is', () => {
  const row = rows.find(({ title }) => title === 'querer');
  expect(row && dueOf(row, fragments)).toBe(now - 60);
});

test('the title of a stem that only occurs before endings ends in a hyphen', () => {
  const title = (id: string, of = reply) => {
    const found = fragmentsOf(of).get(id);
    return found && titleOf(of, found);
  };
  expect(['llam', 'ri', 'o'].map(id => title(id))).toEqual(['llam-', 'rí-', '-o']);
  const [spanish] = reply.languages;
  const alone = spanish && {
    ...reply,
    languages: [{ ...spanish, words: [['Llam', 0] as [string, number]] }],
  };
  expect(title('llam', alone)).toBe('llam');
});
