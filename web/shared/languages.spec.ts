import { expect, test } from 'vitest';
import { languagesToRead } from './languages.ts';

const book = (id: string, language: string, total: number, available = true) => ({
  ...{ _id: id, id, title: id, author: 'A', published: null, readingLevel: null },
  language: { id: language, name: language },
  chapters: [{ number: 1, title: 'One', total, free: true, available, introduction: null }],
});

test('languages of begun books come first, then those with more sentences', () => {
  const all = [
    book('short', 'Leonese', 3),
    book('coming', 'Latin', 90, false),
    book('long', 'Spanish', 80),
    book('other', 'Leonese', 4),
    book('third', 'Galician', 9),
  ];
  const names = (lastRead?: Readonly<Record<string, unknown>>) =>
    languagesToRead(all, lastRead).map(({ name }) => name);
  expect(names()).toEqual(['Spanish', 'Galician', 'Leonese']);
  expect(names({ other: {}, coming: {} })).toEqual(['Leonese', 'Spanish', 'Galician']);
  expect(languagesToRead([])).toEqual([]);
});
