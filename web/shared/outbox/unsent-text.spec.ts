import { expect, test } from 'vitest';
import type { Message } from './outbox.ts';
import { unsentText } from './unsent-text.ts';

const lastRead = (id: string, group: string): Message => ({
  kind: 'last read',
  id,
  group,
  body: { bookId: 'cuento', chapter: 1, sentenceId: 's2' },
});
const undo = (id: string): Message => ({
  kind: 'undo',
  id,
  group: id,
  body: { languageId: 'es', commandId: 'c' },
});

const opened = (id: string): Message => ({
  kind: 'opened',
  id,
  group: id,
  body: { bookId: 'cuento', chapter: 1 },
});

test.each([
  [[undo('1')], '1 mark waits'],
  [[undo('1'), undo('2')], '2 marks wait'],
  [[lastRead('1', 'a'), lastRead('2', 'a')], 'The answers of 1 sentence wait'],
  [[lastRead('1', 'a'), lastRead('2', 'b'), undo('3')], 'The answers of 2 sentences and 1 mark wait'],
  // Nothing that the learner did.
  [[opened('1')], ''],
  [[opened('1'), undo('2'), lastRead('3', 'a')], 'The answers of 1 sentence and 1 mark wait'],
] as const)('what waits is counted as the learner counts it', (queue, words) => {
  expect(unsentText(queue)).toBe(words);
});
