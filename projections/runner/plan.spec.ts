import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Build, Control } from './builds/builds.ts';
import { planOf } from './plan.ts';

const base: Build = {
  projection: 'counts',
  version: 1,
  build: 1,
  stage: 'live',
  status: 'Active',
  position: '1',
  logId: 'a',
  lastEvent: null,
  replay: 0,
  tables: [],
  eventsDone: 1,
  failedEvent: null,
  error: null,
  silentSeconds: 0,
  retiredSeconds: null,
};

const builds = fc
  .record({
    live: fc.record({
      version: fc.integer({ min: 1, max: 3 }),
      replay: fc.nat(3),
      logId: fc.constantFrom('a', 'b', null),
    }),
    building: fc.option(
      fc.record({
        version: fc.integer({ min: 1, max: 3 }),
        replay: fc.nat(4),
        logId: fc.constantFrom('a', 'b', null),
      }),
    ),
    retired: fc.array(fc.nat(200), { maxLength: 2 }),
  })
  .map(({ live, building, retired }): Build[] => [
    ...retired.map((retiredSeconds, index) => ({
      ...base,
      build: 10 + index,
      stage: 'retired' as const,
      retiredSeconds,
    })),
    { ...base, ...live, build: 20 },
    ...(building ? [{ ...base, ...building, build: 21, stage: 'building' as const }] : []),
  ]);

/** The actions of a leader in one round: remove, start, or swap in. */
function round(before: readonly Build[], version: number, control: Control, logId: string): Build[] {
  const plan = planOf({ name: 'counts', version }, before, control, logId);
  const gone = new Set([...plan.expired, ...(plan.obsolete ? [plan.obsolete] : [])]);
  const left = before.filter(build => !gone.has(build));
  const { replacement } = plan;
  if (replacement === undefined) return left;
  const next = Math.max(...before.map(({ build }) => build)) + 1;
  if (replacement === 'to start') {
    const started = { ...base, version, build: next, logId: null, replay: control.replays };
    return plan.obsolete ? left : [...left, { ...started, stage: 'building' }];
  }
  return left.map(build => {
    if (build === plan.live) return { ...build, stage: 'retired', retiredSeconds: 0 };
    return build === replacement ? { ...build, stage: 'live', logId } : build;
  });
}

test('for any builds and requests the plan converges after a few rounds', () => {
  fc.assert(
    fc.property(
      builds,
      fc.record({ replays: fc.nat(3), movedTo: fc.constantFrom(null, 'a', 'b') }),
      fc.integer({ min: 1, max: 3 }),
      (initial, requested, version) => {
        const control: Control = { ...requested, paused: false, resumes: 0 };
        let state: Build[] = initial;
        for (let rounds = 0; rounds < 6; rounds++) state = round(state, version, control, 'a');
        expect(state.filter(({ stage }) => stage === 'live')).toHaveLength(1);
        const plan = planOf({ name: 'counts', version }, state, control, 'a');
        expect([plan.obsolete, plan.replacement, plan.expired]).toEqual([undefined, undefined, []]);
        // Unless a newer version leads, the live build has this version and answers every request.
        const newer = initial.some(build => build.stage !== 'retired' && build.version > version);
        if (!newer) {
          expect([plan.writable, plan.live.version]).toEqual([true, version]);
          expect(plan.live.replay).toBeGreaterThanOrEqual(control.replays);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a cancelled rebuild is obsolete, and so is one of an older request', () => {
  const building = { ...base, build: 2, stage: 'building' as const, replay: 1 };
  const planned = (replays: number) =>
    planOf(
      { name: 'counts', version: 1 },
      [base, building],
      { replays, movedTo: null, paused: false, resumes: 0 },
      'a',
    );
  expect(planned(1)).toMatchObject({ obsolete: undefined, replacement: building });
  expect(planned(0)).toMatchObject({ obsolete: building, replacement: undefined });
  expect(planned(2)).toMatchObject({ obsolete: building, replacement: 'to start' });
});
