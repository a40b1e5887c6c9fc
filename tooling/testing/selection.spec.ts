import { expect, test } from 'vitest';
import { aloneCommand, selection } from './selection.ts';

const specs = ['web/features/login/Login.spec.tsx', 'domain/quiz/quiz.spec.ts', 'domain/quiz/plan.spec.ts'];

test('a part of a path names files, other words name tests', () => {
  expect(selection(['domain/quiz', './web/features/login/Login.spec.tsx'], specs)).toEqual({
    watch: false,
    files: ['domain/quiz', 'web/features/login/Login.spec.tsx'],
    names: undefined,
  });
  expect(selection(['quiz', '--watch', 'a clause (twice)'], specs)).toMatchObject({
    watch: true,
    files: ['quiz'],
  });
  const { names, files } = selection(['a clause (twice)', 'Spanish'], specs);
  expect(files).toEqual([]);
  expect('given: a clause (twice)').toMatch(new RegExp(names ?? ''));
  expect('a clause twice').not.toMatch(new RegExp(names ?? ''));
});

test('a test is run alone by its file and name, quotes included', () => {
  expect(aloneCommand('a.spec.ts', `it's 'x'`)).toBe(`npm test -- a.spec.ts 'it'\\''s '\\''x'\\'''`);
  expect(aloneCommand('a.spec.ts')).toBe('npm test -- a.spec.ts');
});
