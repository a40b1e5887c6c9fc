import { expect, test } from 'vitest';
import { asSpecified } from '../../../domain/quiz/pace.ts';
import { type Book, type Chapter, nextChapter, offerOf, type Profile, shelved, wayIn } from './shelf.ts';

const chapter = (number: number, available = true): Chapter => ({
  number,
  title: `Chapter ${number}`,
  total: 10,
  free: number === 1,
  available,
  introduction: null,
});
const book: Book = {
  _id: 'b',
  id: 'b',
  title: 'Platero y Yo',
  author: 'Juan Ramón Jiménez',
  language: { id: 'es', name: 'Spanish' },
  published: '1914',
  readingLevel: '7th Grade',
  chapters: [chapter(1), chapter(2), chapter(3, false)],
};
const reader = (more: Partial<Profile> = {}, chapters: Record<string, number> = {}): Profile => ({
  username: 'ana',
  email: 'ana@correo.es',
  createdAt: '2026-01-01T00:00:00.000Z',
  activeSubscription: false,
  subscription: null,
  stripeCustomerId: null,
  hasLoggedIn: true,
  hasSeenTutorial: false,
  hasPassword: true,
  googleLinked: false,
  inboxToken: null,
  roles: ['user'],
  bookProgress: { b: { percentRead: 0, percentKnown: 0, chapters } },
  lastRead: {},
  settings: { autoPlayWordTTS: false, autoPlaySentenceTTS: false, showReadingWeeks: true, ...asSpecified },
  newFragments: { day: '2026-01-01', asked: 0 },
  secondsPerAnswer: null,
  ...more,
});

test('a chapter is open, to be subscribed to, or coming soon', () => {
  const offers = (profile: Profile) => book.chapters.map(one => offerOf(one, profile));
  expect(offers(reader())).toEqual(['open', 'subscribe', 'coming soon']);
  expect(offers(reader({ activeSubscription: true }))).toEqual(['open', 'open', 'coming soon']);
  expect(offers(reader({ roles: ['user', 'admin'] }))).toEqual(['open', 'open', 'coming soon']);
});

test('reading goes on with the first open chapter that is not finished', () => {
  expect(nextChapter(book, reader())?.number).toBe(1);
  expect(nextChapter(book, reader({ activeSubscription: true }, { 1: 100 }))?.number).toBe(2);
  expect(nextChapter(book, reader({}, { 1: 100 }))?.number).toBe(1);
  expect(nextChapter({ ...book, chapters: [chapter(1, false)] }, reader())).toBeUndefined();
});

test('a readable book comes before one that is coming', () => {
  const coming = { ...book, id: 'c', chapters: [chapter(1, false)] };
  expect(shelved([coming, book]).map(({ id }) => id)).toEqual(['b', 'c']);
});

test('the way in is to start, to continue, or to read again when all that is open was read', () => {
  const way = (profile: Profile) => wayIn(book, nextChapter(book, profile) ?? chapter(1), profile);
  expect(way(reader())).toBe('Start chapter 1');
  expect(way(reader({ lastRead: { b: { 1: 's2' } } }))).toBe('Continue chapter 1');
  expect(way(reader({ lastRead: { b: { 1: 'finished' } } }, { 1: 100 }))).toBe('Read chapter 1 again');
});
