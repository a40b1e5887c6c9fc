import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Level, levels } from '../../../../domain/vocabulary/levels.ts';
import { levelOf, nothingLearned } from '../../../../domain/vocabulary/vocabulary.ts';
import { afterCommand } from './entries.ts';
import { failed, type Optimistic, reread, shown, submitted, succeeded } from './optimistic.ts';

const empty: Optimistic = { confirmed: nothingLearned, commands: [] };
const mark = (fragment: string, level: Level) => ({ type: 'mark', fragment, level }) as const;

test('a failed mark does not roll back a later one of the same fragment', () => {
  const both = submitted(submitted(empty, 'a', mark('gat', 'II')), 'b', mark('gat', 'IV'));
  const after = failed(succeeded(both, 'b'), 'a');
  expect(levelOf(shown(after), 'gat')).toBe('IV');
});

test('commands in flight are applied to a new reply', () => {
  const both = submitted(submitted(empty, 'a', mark('gat', 'II')), 'b', mark('-o', 'IV'));
  const server = afterCommand(nothingLearned, mark('gat', 'II'));
  const after = reread(succeeded(both, 'a'), server);
  expect(['gat', '-o'].map(fragment => levelOf(shown(after), fragment))).toEqual(['II', 'IV']);
});

test('for any order of replies, the vocabulary is that of the successful commands in their order', () => {
  const given = fc.record({
    fragment: fc.constantFrom('gat', '-o', 'perr'),
    level: fc.constantFrom(...levels),
    succeeds: fc.boolean(),
    /** The order in which the replies come. */
    late: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(given, { maxLength: 12 }), commands => {
      let state = empty;
      for (const [index, { fragment, level }] of commands.entries())
        state = submitted(state, String(index), mark(fragment, level));
      const replies = [...commands.entries()].sort(([, a], [, b]) => a.late - b.late);
      for (const [index, { succeeds }] of replies)
        state = (succeeds ? succeeded : failed)(state, String(index));
      const expected = commands
        .filter(({ succeeds }) => succeeds)
        .reduce(
          (vocabulary, { fragment, level }) => afterCommand(vocabulary, mark(fragment, level)),
          nothingLearned,
        );
      expect(state.commands).toEqual([]);
      for (const fragment of ['gat', '-o', 'perr'])
        expect(levelOf(shown(state), fragment)).toBe(levelOf(expected, fragment));
      expect(shown(state).thirds).toBe(expected.thirds);
    }),
    { numRuns: 300 },
  );
});
