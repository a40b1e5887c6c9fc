// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { rowsOf, type WordsReply } from './glossary/glossary.ts';
import { Lede } from './Lede.tsx';

/** A cat, a rose and more roses, met in these books, by their indexes. */
function replyWith(metIn: readonly number[][]): WordsReply {
  return {
    books: ['Platero y Yo', 'Don Quixote', 'Marianela'].map(title => ({ id: title, title })),
    languages: [
      {
        language: 'es',
        fragments: metIn.map((books, index) => {
          const [id, lemma] = index === 0 ? ['gat', 'gato'] : ['ros', 'rosa'];
          return [
            id,
            id,
            false,
            'a gloss',
            lemma,
            index === 0 ? 'IV' : 'I',
            1,
            0,
            false,
            books,
            null,
            1,
            true,
          ];
        }),
        words: metIn.map((_, index) => [index === 0 ? 'gato' : 'rosa', index]),
      },
    ],
  };
}

/** What the line says of a reply. */
function lede(reply: WordsReply) {
  const { container } = render(
    <MemoryRouter>
      <Lede rows={rowsOf(reply)} reply={reply} />
    </MemoryRouter>,
  );
  return container.textContent?.replace('Bring words you know', '').trim();
}

test.each([
  ['one book', [[1]], '1 fragment in 1 word, met in Don Quixote. 1 is known.'],
  ['two books', [[0], [0, 1]], '2 fragments in 2 words, met in Platero y Yo and Don Quixote. 1 is known.'],
  ['more books', [[0], [1, 2]], '2 fragments in 2 words, met in 3 books. 1 is known.'],
  ['some in no book', [[0], []], '2 fragments in 2 words, 1 of them met in Platero y Yo. 1 is known.'],
  ['nothing in a book', [[], []], '2 fragments in 2 words. 1 is known.'],
])('only books in which something was met are named: %s', (_, metIn, text) => {
  expect(lede(replyWith(metIn))).toBe(text);
});

test('known endings are told apart, because the list shows words first', () => {
  const reply = replyWith([[0], [0]]);
  const fragments = reply.languages[0]?.fragments ?? [];
  const ending: (typeof fragments)[number] = [
    'o',
    'o',
    true,
    'he',
    null,
    'IV',
    1,
    0,
    false,
    [0],
    null,
    1,
    true,
  ];
  fragments.push(ending);
  expect(lede(reply)).toBe('3 fragments in 2 words, met in Platero y Yo. 2 are known, 1 ending among them.');
});
