import { expect, test } from 'vitest';
import { easiestFirst } from './reading-order.ts';

const book = (title: string, readingLevel: string | null) => ({ title, readingLevel });

test('the easiest book comes first, one of unknown level last, and equals by title', () => {
  const shelf = [
    book('Don Quixote', 'University'),
    book('Sin nivel', null),
    book('Marianela', '10th Grade'),
    book('Platero y Yo', '7th Grade'),
    book('Cuentos', '7th grade'),
    book('Otra', 'for experts'),
  ];
  expect(shelf.toSorted(easiestFirst).map(({ title }) => title)).toEqual([
    'Cuentos',
    'Platero y Yo',
    'Marianela',
    'Don Quixote',
    'Otra',
    'Sin nivel',
  ]);
});
