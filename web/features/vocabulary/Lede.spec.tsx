// @vitest-environment jsdom
import { render } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { metById, rowsOf, type WordsReply } from './glossary/glossary.ts';
import { Lede } from './Lede.tsx';

test('books that use the words are not described as books in which they were met', () => {
  const reply: WordsReply = {
    books: [
      { id: 'platero', title: 'Platero y Yo' },
      { id: 'quijote', title: 'Don Quixote' },
    ],
    languages: [
      {
        language: 'es',
        fragments: [['gat', 'gat', false, 'cat', 'gato', 'IV', 1_780_000_000, 0, false, [0, 1], null, 1]],
        words: [['gato', 0]],
      },
    ],
  };
  const { container } = render(
    <MemoryRouter>
      <Lede rows={rowsOf(reply)} fragments={metById(reply)} />
    </MemoryRouter>,
  );
  expect(container.textContent).toBe('1 fragment in 1 word. 1 is known. Bring words you know');
});
