import fc from 'fast-check';
import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { evolve, levelOf, type Vocabulary } from '../../../domain/vocabulary/vocabulary.ts';
import { aggregates } from '../../../event-store/aggregate/aggregates.ts';
import { formatLogPosition, shortLogId } from '../../../facade/log-position.ts';
import { knownFragmentCount, vocabularies } from '../../../facade/vocabularies.ts';
import { learnerStreams } from '../../../server/learner-streams.ts';
import { type Learner, type LearningApp, learningApp } from '../../../tooling/testing/learning-app.ts';
import { answering, fragments } from '../../../tooling/testing/vocabulary-commands.ts';
import { afterCommand, vocabularyFrom } from '../../../web/features/reader/vocabulary/entries.ts';
import { vocabulary, vocabularyStream } from '../aggregate.ts';
import { executeLearners } from '../execute.ts';
import { followSwitch } from './follow-switch.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp();
});
afterAll(() => app.close());

const noSnapshots = { load: async () => undefined, save: async () => {} };
const now = () => new Date().toISOString();
const newProcess = () => ({
  db: app.db,
  aggregates: aggregates(app.log, { snapshots: noSnapshots }),
  histories: learnerStreams(app.log),
});

/** An action: a learner answers, or a switch begins or continues, and its job may die after some appends. */
const action = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      who: fc.nat(1),
      answers: answering.map(given => ({ ...given, occasion: 'reading' as const })),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      policy: fc.constantFrom<LevelPolicy>('standard', 'lapses', 'strict'),
      diesAfter: fc.constantFrom(1, 2, Number.POSITIVE_INFINITY),
    }),
  },
);

async function switchTo(policy: LevelPolicy, diesAfter: number): Promise<void> {
  await app.db.updateTable('level_policy_switches').set({ state: 'done' }).execute();
  await app.db
    .insertInto('level_policy_switches')
    .values({
      id: uuidv7(),
      policy,
      policy_before: 'standard',
      begun_by: 'jefa',
      accounts: 2,
      takes_back: null,
      ended_at: null,
    })
    .execute();
  const process = newProcess();
  let appended = 0;
  const { execute } = process.aggregates;
  const dying = {
    ...process.aggregates,
    execute: (async (...parameters: Parameters<typeof execute>) => {
      const done = await execute(...parameters);
      appended += 1;
      if (appended === diesAfter) throw new Error('killed');
      return done;
    }) as typeof execute,
  };
  await followSwitch({ ...process, aggregates: dying }, { now, signal: new AbortController().signal }).catch(
    error => expect((error as Error).message).toBe('killed'),
  );
}

/** A learner's vocabulary as the queries return it. */
async function inBrowser(learner: Learner): Promise<{ shown: Vocabulary; knownCount: number }> {
  const stream = vocabularyStream(learner.id, 'es');
  const newest = (await app.log.readStream(stream)).at(-1);
  const log = shortLogId(await app.log.id());
  const after = newest && formatLogPosition({ log, position: newest.position });
  for (;;) {
    const entries = await app.call(vocabularies, learner, { after });
    const count = await app.call(knownFragmentCount, learner, { after, body: { languageId: 'es' } });
    if ([entries, count].some(({ headers }) => headers.get('X-Stale') !== null)) continue;
    const { knownCount, policy = 'standard' } = count.body;
    return { shown: { ...vocabularyFrom(entries.body, 'es'), policy }, knownCount };
  }
}

const levelsOf = (state: Vocabulary) => fragments.map(fragment => levelOf(state, fragment));

test('at every moment of a switch aggregate, browser and read models agree, also about the next answer', async () => {
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 12 }), async actions => {
      run += 1;
      const learners = [await app.learner(`ana${run}`), await app.learner(`beto${run}`)];
      for (const one of actions) {
        if ('policy' in one) {
          await switchTo(one.policy, one.diesAfter);
          continue;
        }
        const learner = learners[one.who] as Learner;
        const stream = vocabularyStream(learner.id, 'es');
        const process = newProcess();
        const { state } = await process.aggregates.load(vocabulary, stream);
        const { shown, knownCount } = await inBrowser(learner);
        expect(levelsOf(shown)).toEqual(levelsOf(state));
        expect(knownCount).toBeCloseTo(state.thirds / 3);
        const context = { commandId: uuidv7(), actor: learner.id, at: now() };
        const done = await executeLearners(process, stream, one.answers, context);
        if (done.outcome === 'refused') throw new Error(done.refusal.refused);
        // The browser shows the result before the server answers.
        expect(levelsOf(afterCommand(shown, one.answers))).toEqual(levelsOf(evolve(state, done.events)));
      }
    }),
    { numRuns: 12, endOnFailure: true },
  );
});
