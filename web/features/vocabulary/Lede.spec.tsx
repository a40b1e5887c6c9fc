// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { rowsOf, type WordsReply } from './glossary/glossary.ts';
import { Lede } from './Lede.tsx';

/** What the line says when a cat and a rose were met in these books, by their indexes. */
function lede(...metIn: readonly number[][]) {
  const reply: WordsReply = {
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
  expect(lede(...metIn)).toBe(text);
});
