import { expect, test } from 'vitest';
import type { Book, Chapter, Profile } from '../library/shelf.ts';
import { nextToRead } from './next-to-read.ts';

const chapter = (number: number): Chapter => ({
  number,
  title: `Chapter ${number}`,
  total: 10,
  free: number === 1,
  available: true,
  introduction: null,
});
const book = (id: string): Book => ({
  _id: id,
  id,
  title: id,
  author: '',
  language: { id: 'es', name: 'Spanish' },
  published: '1914',
  readingLevel: '',
  chapters: [chapter(1), chapter(2)],
});
const shelf = [book('quijote'), book('platero')];

/** A learner who has begun Platero y Yo. `percent` is what they have read of its chapters and of the other book's. */
function reader(
  platero: Record<string, number>,
  quijote: Record<string, number>,
  activeSubscription = false,
) {
  const read = (chapters: Record<string, number>) => ({ percentRead: 0, percentKnown: 0, chapters });
  const some: Pick<Profile, 'roles' | 'activeSubscription' | 'bookProgress' | 'lastRead'> = {
    roles: ['user'],
    activeSubscription,
    bookProgress: { platero: read(platero), quijote: read(quijote) },
    lastRead: { platero: {} },
  };
  return some as Profile;
}

test.each([
  ['the chapter that was begun', reader({ 1: 40 }, {}), '/sv/platero/1'],
  ['after a finished chapter the next one', reader({ 1: 100 }, {}, true), '/sv/platero/2'],
  ['another book when the next chapter is locked', reader({ 1: 100 }, {}), '/sv/quijote/1'],
  ['no finished chapter, when the rest is locked', reader({ 1: 100 }, { 1: 100 }), undefined],
])('a review leads on to %s', (_, profile, to) => {
  expect(nextToRead(shelf, profile)?.to).toBe(to);
});
