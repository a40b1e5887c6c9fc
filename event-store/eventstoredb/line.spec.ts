import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isBroken, Late } from './errors.ts';
import { openLine } from './line.ts';

/** Opening a line does not connect: what stands for calls here needs no server. */
function opened(disposal: 'at once' | 'when idle') {
  const line = openLine('esdb://127.0.0.1:1?tls=false', disposal);
  onTestFinished(() => line.close());
  return line;
}

const never = () => new Promise<never>(() => {});
const answer = (after: number) => () => pause(after, 'answered');

describe.concurrent('a call that is late', () => {
  test('while others are answered changes nothing for them', async () => {
    const line = opened('when idle');
    const client = line.client();
    const late = expect(line.call(never)).rejects.toBeInstanceOf(Late);
    await pause(1_000);
    expect(await line.call(answer(10))).toBe('answered');
    await late;
    expect(line.client()).toBe(client);
  });

  test('of a server that says nothing has the client replaced; reads on it may still end well', async () => {
    const line = opened('when idle');
    const client = line.client();
    const late = expect(line.call(never)).rejects.toBeInstanceOf(Late);
    await pause(2_500);
    const other = line.call(answer(4_000));
    await late;
    expect(line.client()).not.toBe(client);
    expect(await other).toBe('answered');
  });

  test('of a server that says nothing ends the appends beside it: none may be pending in two clients', async () => {
    const line = opened('at once');
    const late = expect(line.call(never)).rejects.toBeInstanceOf(Late);
    await pause(2_500);
    const other = expect(line.call(answer(4_000))).rejects.toBeInstanceOf(Late);
    await late;
    await other;
  });

  test('is not a long reply: as long as its pieces come, there is patience', async () => {
    const line = opened('when idle');
    const long = line.call(async (_, heard) => {
      for (const _ of [1, 2, 3]) {
        await pause(2_500);
        heard();
      }
      return 'whole';
    });
    expect(await long).toBe('whole');
  });
});

test('a broken connection has the client replaced at once, a refusal by the server does not', async () => {
  const line = opened('when idle');
  const client = line.client();
  const failing = (more: { code?: number; type?: string }) => () =>
    Promise.reject(Object.assign(new Error('failed'), more));
  await expect(line.call(failing({ code: 9 }))).rejects.toThrow('failed');
  await expect(line.call(failing({ type: 'deadline-exceeded' }))).rejects.toThrow('failed');
  expect(line.client()).toBe(client);
  await expect(line.call(failing({ code: 14 }))).rejects.toSatisfy(isBroken);
  expect(line.client()).not.toBe(client);
});

test('a closed line takes no calls', async () => {
  const line = opened('when idle');
  await line.close();
  await expect(line.call(answer(1))).rejects.toThrow('closed');
});
