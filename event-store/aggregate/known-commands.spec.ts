import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { knownCommands } from './known-commands.ts';

test('the last 2,000 commands are known after any number of serializations', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_500), { minLength: 2, maxLength: 4 }), parts => {
      const kept: [string, number][] = [];
      let commands = knownCommands();
      for (const part of parts) {
        for (let n = 0; n < part; n++) {
          const next: [string, number] = [randomUUID(), kept.length * 3];
          kept.push(next);
          commands.keep(...next);
        }
        const last = kept.slice(-2_000);
        expect(last.map(([id]) => commands.revisionOf(id))).toEqual(last.map(([, revision]) => revision));
        expect(commands.revisionOf(randomUUID())).toBeUndefined();
        const written = commands.serialized();
        expect(written.split('\n')).toHaveLength(last.length + 1);
        commands = knownCommands(written);
      }
      // Older ones are dropped: memory stays bounded.
      const [oldest] = kept[0] ?? [''];
      for (let n = 0; n < 2_001; n++) commands.keep(randomUUID(), n);
      if (kept.length > 0) expect(commands.revisionOf(oldest)).toBeUndefined();
    }),
    { numRuns: 10 },
  );
});
