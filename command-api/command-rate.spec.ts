import { expect, test } from 'vitest';
import { commandRate } from './command-rate.ts';
import { commandLimit } from './rate-limits.ts';

test('an outbox of 500 sentences is accepted at once: answers, last read and opening of each', async () => {
  const count = commandRate(commandLimit);
  for (let command = 0; command < 1_001; command += 1) expect(await count('ana')).toBe(0);
});

test('a flood has to wait; another learner does not', async () => {
  const count = commandRate({ attempts: 3, seconds: 60 });
  const waits = [];
  for (let command = 0; command < 5; command += 1) waits.push(await count('ana'));
  expect(waits.slice(0, 3)).toEqual([0, 0, 0]);
  for (const wait of waits.slice(3)) {
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
  }
  expect(await count('ben')).toBe(0);
});

test('bulk acts use up the rate by their weight', async () => {
  const count = commandRate({ attempts: 20, seconds: 60 });
  expect([await count('ana'), await count('ana', 14), await count('ana')]).toEqual([0, 0, 0]);
  expect(await count('ana', 14)).toBeGreaterThanOrEqual(1);
});
