import fc from 'fast-check';
import { expect, test } from 'vitest';
import { historyReader, isProblem } from './history-export.ts';

const head = {
  type: 'export',
  format: 'camino-history',
  version: 1,
  at: '2026-11-22T10:00:00.000Z',
  username: 'ana',
};
const level = (id: string, more: object = {}) => ({
  type: 'level',
  language: 'es',
  id,
  text: 'gat',
  level: 'III',
  credited: false,
  ...more,
});
const end = (lines: number) => ({ type: 'end', lines });

function read(lines: readonly (object | string)[]) {
  const reader = historyReader();
  for (const line of lines) {
    const problem = reader.take(typeof line === 'string' ? line : JSON.stringify(line));
    if (problem) return problem;
  }
  return reader.finish();
}

test('the levels of an export are read, and unknown lines are ignored', () => {
  const lines = [
    head,
    { type: 'answered', at: '', answers: [] },
    { type: 'of a later day' },
    level('gat'),
    level('ros', { level: 'IV', credited: true, more: 1 }),
    level('felis', { language: 'la' }),
    end(6),
    '',
  ];
  const found = read(lines);
  if (isProblem(found)) throw new Error(found.says);
  expect(found).toMatchObject({ username: 'ana', at: head.at });
  expect(found.levels).toEqual(
    new Map([
      [
        'es',
        new Map([
          ['gat', { level: 'III', credited: false }],
          ['ros', { level: 'IV', credited: true }],
        ]),
      ],
      ['la', new Map([['felis', { level: 'III', credited: false }]])],
    ]),
  );
  // As an editor on Windows saves it.
  expect(isProblem(read([`\uFEFF${JSON.stringify(head)}\r`, `${JSON.stringify(end(1))}\r`]))).toBe(false);
});

test.each([
  ['nothing', [], 0, 'not a history export'],
  ['something else', ['gato;cat'], 1, 'not a history export'],
  ['JSON of another program', [{ name: 'deck' }], 1, 'not a history export'],
  ['an export of another kind', [{ ...head, format: 'other' }], 1, 'not a history export'],
  ['a later version', [{ ...head, version: 2 }], 1, 'version 2'],
  ['an empty line and no head', ['', level('gat')], 2, 'not a history export'],
  ['half a line', [head, '{"type":"level","langu'], 2, 'not a line'],
  ['a list', [head, '[1]'], 2, 'not a line'],
  ['a line without a type', [head, {}], 2, 'not a line'],
  ['a level that is none', [head, level('gat', { level: 'V' })], 2, 'none of'],
  ['a new fragment', [head, level('gat', { level: 'new' })], 2, 'none of'],
  ['an id that is none', [head, level('a b')], 2, 'not an id'],
  ['no language', [head, level('gat', { language: undefined })], 2, 'language'],
  ['no credit', [head, level('gat', { credited: 'yes' })], 2, 'credited'],
  ['a fragment twice', [head, level('gat'), level('gat')], 3, 'twice'],
  ['a line too few', [head, level('gat'), end(3)], 3, '3 lines'],
  ['something after its end', [head, end(1), level('gat')], 3, 'follows'],
  ['no end', [head, level('gat')], 2, 'incomplete'],
  [
    'too many of a language',
    [head, ...Array.from({ length: 200_001 }, (_, at) => level(`f${at}`))],
    200_002,
    '200000',
  ],
] as const)('a file is refused with the line named: %s', (_, lines, line, says) => {
  const problem = read(lines);
  expect(problem).toMatchObject({ line, says: expect.stringContaining(says) });
});

test('a time that is none is left out', () => {
  expect(read([{ ...head, at: '2026-13-45' }, end(1)])).toMatchObject({ username: 'ana', at: '' });
});

test('no text makes it throw', () => {
  const anything = fc.oneof(fc.string(), fc.json(), fc.constant(JSON.stringify(head)));
  fc.assert(
    fc.property(fc.array(anything), lines => {
      const found = read(lines);
      if (isProblem(found)) expect(found.line).toBeLessThanOrEqual(lines.length);
    }),
  );
});
