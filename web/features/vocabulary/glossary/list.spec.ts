import { expect, test } from 'vitest';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { wordsReply } from '../testing/words-reply.ts';
import { choiceFrom } from './choice.ts';
import { fragmentsOf, type WordsReply, withLevels } from './glossary.ts';
import { followed, type ListOf, listed } from './list.ts';
import { whole } from './steps.ts';
import { totalsOf } from './totals.ts';

const reply = wordsReply(['com', 'beb', 'viv'], index => index);
const kept = new Set<string>();
const choices = new Map<string, ListOf['choice']>();
function inputOf(reply: WordsReply, address = ''): ListOf {
  const choice = choices.get(address) ?? choiceFrom(new URLSearchParams(address));
  choices.set(address, choice);
  return { reply, fragments: fragmentsOf(reply), choice, now: 10, kept, isWhole: true };
}
const marked = withLevels(reply, new Map<string, Level>([['com', 'IV']]));
const titles = (list: { items: readonly { row?: { title: string } | undefined }[] } | undefined) =>
  list?.items.flatMap(({ row }) => row?.title ?? []);

test('a mark is in the list at once where it decides neither rows nor order; the rows stay the same objects', () => {
  const list = whole(listed(inputOf(reply), undefined));
  const after = followed(list, inputOf(marked));
  expect(after?.items).toBe(list.items);
  expect(after?.fragments.get('com')?.level).toBe('IV');
});

test('a list that a mark changes is computed again, and until then it is whole as it was', () => {
  const list = whole(listed(inputOf(reply, 'state=seen'), undefined));
  expect(followed(list, inputOf(marked, 'state=seen'))).toBeUndefined();
  expect(titles(list)).toEqual(['viver', 'beber', 'comer']);
  expect(list.fragments.get('com')?.level).toBe('I');
  const after = whole(listed(inputOf(marked, 'state=seen'), list));
  expect(titles(after)).toEqual(['viver', 'beber']);
  expect(after.rows).toBe(list.rows);
});

test('another choice and other words of the server are computed again', () => {
  const list = whole(listed(inputOf(reply), undefined));
  expect(followed(list, inputOf(reply))).toBe(list);
  expect(followed(list, inputOf(reply, 'sort=title'))).toBeUndefined();
  const other = { ...reply, languages: reply.languages.map(one => ({ ...one, words: [...one.words] })) };
  expect(followed(list, inputOf(other))).toBeUndefined();
  expect(whole(listed(inputOf(other), list)).rows).not.toBe(list.rows);
});

test('marks carry the totals along: the same as counted anew', () => {
  const [before] = reply.languages;
  totalsOf(before?.fragments ?? []);
  const both = withLevels(marked, new Map<string, Level>([['beb', 'IV']]));
  const less = withLevels(both, new Map<string, Level>([['com', 'III']]));
  for (const { languages } of [marked, both, less]) {
    const [language] = languages;
    const copy = [...(language?.fragments ?? [])];
    expect(totalsOf(language?.fragments ?? [])).toEqual(totalsOf(copy));
  }
  expect(totalsOf(less.languages[0]?.fragments ?? []).known).toBe(1);
});
