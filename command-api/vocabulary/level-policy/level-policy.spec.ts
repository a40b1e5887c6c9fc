import { v7 as uuidv7 } from 'uuid';
import { afterEach, expect, test } from 'vitest';
import { levelOf } from '../../../domain/vocabulary/vocabulary.ts';
import { aggregates } from '../../../event-store/aggregate/aggregates.ts';
import { importLevels } from '../../../facade/import.ts';
import {
  controlLevelPolicy,
  levelPolicy,
  previewLevelPolicy,
  switchLevelPolicy,
} from '../../../facade/level-policies.ts';
import { formatLogPosition, shortLogId } from '../../../facade/log-position.ts';
import { story, undoStep } from '../../../facade/story.ts';
import {
  answerQuestions,
  changeVocabulary,
  knownFragmentCount,
  markFragments,
  undoCommand,
  vocabularies,
} from '../../../facade/vocabularies.ts';
import { learnerStreams } from '../../../server/learner-streams.ts';
import { type Learner, type LearningApp, learningApp } from '../../../tooling/testing/learning-app.ts';
import { vocabulary, vocabularyStream } from '../aggregate.ts';
import { followSwitch } from './follow-switch.ts';

let app: LearningApp;
afterEach(() => app.close());

const noSnapshots = { load: async () => undefined, save: async () => {} };
const never = new AbortController().signal;
const now = () => new Date().toISOString();

/** Another process, with an empty cache. */
function newProcess() {
  const commands = aggregates(app.log, { snapshots: noSnapshots });
  return { db: app.db, aggregates: commands, histories: learnerStreams(app.log) };
}
const follow = (dependencies = newProcess(), signal = never) => followSwitch(dependencies, { now, signal });

async function answer(learner: Learner, answers: Readonly<Record<string, number | null>>) {
  const body = {
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'first edition',
    answers: Object.entries(answers).map(([question, chosen]) => ({ question, chosen, milliseconds: 900 })),
  };
  expect(await app.call(answerQuestions, learner, { body, commandId: uuidv7() })).toMatchObject({
    status: 200,
  });
}

const mark = (
  learner: Learner,
  fragmentId: string,
  newLevel: 'I' | 'II' | 'III' | 'IV',
  commandId = uuidv7(),
) =>
  app.call(changeVocabulary, learner, {
    body: { fragmentId, newState: newLevel === 'IV' ? 'known' : 'seen', newLevel, languageId: 'es' },
    commandId,
  });

const eventsOf = ({ id }: Learner) => app.log.readStream(vocabularyStream(id, 'es'));

/** The queries' result for a vocabulary, after comparing it with the aggregate. */
async function vocabularyOf(learner: Learner) {
  const { state } = await newProcess().aggregates.load(vocabulary, vocabularyStream(learner.id, 'es'));
  const position = (await eventsOf(learner)).at(-1)?.position;
  const after = position && formatLogPosition({ log: shortLogId(await app.log.id()), position });
  for (;;) {
    const entries = await app.call(vocabularies, learner, { after });
    const count = await app.call(knownFragmentCount, learner, { after, body: { languageId: 'es' } });
    if ([entries, count].some(({ headers }) => headers.get('X-Stale') !== null)) continue;
    const levels = Object.fromEntries(entries.body.map(({ fragment, level }) => [fragment, level]));
    for (const [fragment, level] of Object.entries(levels)) expect(levelOf(state, fragment)).toBe(level);
    expect(count.body.knownCount).toBeCloseTo(state.thirds / 3);
    return { levels, policy: count.body.policy ?? 'standard' };
  }
}

/** Right four times, then wrong: IV under the specification's policy, III under 'lapses', II under 'strict'. */
async function knowsAndErrs(name: string): Promise<Learner> {
  const learner = await app.learner(name);
  for (let times = 0; times < 4; times++) await answer(learner, { 'q-gatos': 0 });
  await answer(learner, { 'q-gatos': 1, 'q-duerme': 0 });
  return learner;
}

const stateOf = async (admin: Learner) => (await app.call(levelPolicy, admin)).body;
const begin = (admin: Learner, policy: string, commandId = uuidv7()) =>
  app.call(switchLevelPolicy, admin, { body: { policy }, commandId });
async function control(admin: Learner, act: string) {
  return app.call(controlLevelPolicy, admin, {
    body: { id: (await stateOf(admin)).newest?.id ?? 'none', act },
    commandId: uuidv7(),
  });
}

test('a preview recounts the answers of the log and writes nothing', async () => {
  app = await learningApp();
  const admin = await app.learner('jefa', ['admin']);
  for (const name of ['ana', 'beto', 'carla']) await knowsAndErrs(name);
  const stored = async () => ({
    head: await app.log.head(),
    switches: await app.db.selectFrom('level_policy_switches').selectAll().execute(),
  });
  const before = await stored();
  const { body } = await app.call(previewLevelPolicy, admin, { query: { policy: 'strict' } });
  expect(body).toEqual({
    next: null,
    accounts: 4,
    total: 4,
    vocabularies: 3,
    // gat and the plural of three learners.
    moves: [['IV', 'II', 6]],
    // Each lost four thirds: one known fragment, and a third.
    changes: [0, 0, 3, 0, 0, 0, 0],
    bandsUp: 0,
    bandsDown: 0,
    thirds: [18, 6],
  });
  expect((await app.call(previewLevelPolicy, admin, { query: { policy: 'standard' } })).body).toMatchObject({
    moves: [],
    changes: [0, 0, 0, 3, 0, 0, 0],
    thirds: [18, 18],
  });

  // A sample, and from there on to all.
  const first = await app.call(previewLevelPolicy, admin, { query: { policy: 'lapses', most: '1' } });
  expect(first.body).toMatchObject({ vocabularies: 1, moves: [['IV', 'III', 2]] });
  let vocabulariesSeen = first.body.vocabularies;
  for (let next = first.body.next; next !== null; ) {
    const page = await app.call(previewLevelPolicy, admin, {
      query: { policy: 'lapses', after: next, most: '1' },
    });
    vocabulariesSeen += page.body.vocabularies;
    next = page.body.next;
  }
  expect(vocabulariesSeen).toBe(3);
  expect(await stored()).toEqual(before);
});

test('a switch is one event per vocabulary, decides every later answer, and is shown to learners and staff', async () => {
  app = await learningApp();
  const [admin, desk] = [await app.learner('jefa', ['admin']), await app.learner('mesa', ['employee'])];
  const [ana, beto] = [await knowsAndErrs('ana'), await app.learner('beto')];
  await answer(beto, { 'q-duerme': 0 });
  expect(await vocabularyOf(ana)).toMatchObject({ levels: { gat: 'IV', duerm: 'I' }, policy: 'standard' });
  expect(await begin(admin, 'strict')).toMatchObject({ status: 200 });
  expect(await follow()).toBe(2);

  const event = (await eventsOf(ana)).at(-1);
  expect(event).toMatchObject({
    type: 'FragmentsChanged',
    data: {
      cause: { kind: 'policy', policy: 'strict' },
      fragments: { gat: ['IV', 'II'], plural: ['IV', 'II'] },
    },
    metadata: { actor: admin.id },
  });
  // Nothing moved, but the policy applies from now on.
  expect((await eventsOf(beto)).at(-1)).toMatchObject({ data: { cause: { kind: 'policy' }, fragments: {} } });
  expect(await vocabularyOf(ana)).toEqual({
    levels: { gat: 'II', plural: 'II', duerm: 'I' },
    policy: 'strict',
  });
  await answer(ana, { 'q-gatos': 1 });
  expect((await vocabularyOf(ana)).levels).toMatchObject({ gat: 'I', plural: 'I' });
  expect((await eventsOf(ana)).at(-1)).toMatchObject({ data: { policy: 'strict' } });

  // A new vocabulary begins under the policy, also in the learner's browser.
  const nuevo = await app.learner('nuevo');
  expect((await vocabularyOf(nuevo)).policy).toBe('strict');
  await mark(nuevo, 'gat', 'IV');
  await answer(nuevo, { 'q-gatos': null });
  expect(await vocabularyOf(nuevo)).toMatchObject({ levels: { gat: 'II', plural: 'I' }, policy: 'strict' });
  // Also when its first command is an import.
  const importing = await app.learner('importing');
  const fragments = [{ fragmentId: 'gat', level: 'III', credited: false }];
  const body = { languageId: 'es', fragments };
  expect((await app.call(importLevels, importing, { body, commandId: uuidv7() })).status).toBe(200);
  expect((await eventsOf(importing))[0]).toMatchObject({
    data: { cause: { kind: 'policy', policy: 'strict' } },
  });

  expect(await follow()).toBeUndefined();
  await expect
    .poll(async () => (await stateOf(desk)).trail)
    .toMatchObject([{ policy: 'strict', takesBack: null, by: 'jefa', vocabularies: 2, fragments: 2 }]);
  expect(await stateOf(desk)).toMatchObject({
    policy: 'strict',
    newest: { policy: 'strict', before: 'standard', takesBack: false, state: 'done', done: 4, leftOut: 0 },
  });
  const told = await app.call(story, ana, { query: { languageId: 'es', fragmentId: 'gat' } });
  expect(told.body.steps[1]).toMatchObject({
    from: 'IV',
    to: 'II',
    cause: { kind: 'policy', policy: 'strict', takenBack: false },
  });
});

test('only admins change it, one switch at a time, and each refusal says why', async () => {
  app = await learningApp({ projecting: false });
  const [admin, desk] = [await app.learner('jefa', ['admin']), await app.learner('mesa', ['employee'])];
  for (const caller of [desk, await app.learner('ana')]) {
    expect((await begin(caller, 'strict')).status).toBe(403);
    expect((await app.call(previewLevelPolicy, caller, { query: { policy: 'strict' } })).status).toBe(403);
    const body = { id: 'x', act: 'stop' };
    expect((await app.call(controlLevelPolicy, caller, { body })).status).toBe(403);
  }
  expect(await begin(admin, 'generous')).toMatchObject({ status: 400, failure: { errorField: 'policy' } });
  expect(await begin(admin, 'standard')).toMatchObject({ status: 409, failure: { errorField: 'policy' } });
  const id = uuidv7();
  expect((await begin(admin, 'strict', id)).status).toBe(200);
  // Its reply was lost.
  expect((await begin(admin, 'strict', id)).status).toBe(200);
  expect(await begin(admin, 'lapses')).toMatchObject({ status: 409, failure: { errorField: 'policy' } });
  const act = (what: string, of = id) =>
    app.call(controlLevelPolicy, admin, { body: { id: of, act: what }, commandId: uuidv7() });
  expect(await act('stop', 'another')).toMatchObject({ status: 409, failure: { errorField: 'id' } });
  expect((await act('stop')).status).toBe(200);
  expect((await act('stop')).status).toBe(200);
  expect(await follow()).toBeUndefined();
  expect((await act('resume')).status).toBe(200);
  await follow();
  expect(await act('resume')).toMatchObject({ status: 409, failure: { errorField: 'id' } });
  expect((await app.db.selectFrom('level_policy_switches').selectAll().execute()).length).toBe(1);
});

test('a command id stands for one request about the policy: another under it is refused', async () => {
  app = await learningApp({ projecting: false });
  const admin = await app.learner('jefa', ['admin']);
  const [begun, takenBack] = [uuidv7(), uuidv7()];
  const act = (what: string, of = begun) =>
    app.call(controlLevelPolicy, admin, { body: { id: of, act: what }, commandId: takenBack });
  const reused = { status: 422, failure: { errorField: 'Idempotency-Key' } };
  expect((await begin(admin, 'strict', begun)).status).toBe(200);
  expect(await begin(admin, 'lapses', begun)).toMatchObject(reused);
  expect((await act('take back')).status).toBe(200);
  expect((await act('take back')).status).toBe(200);
  for (const other of [act('stop'), act('resume', takenBack), act('take back', 'another')])
    expect(await other).toMatchObject(reused);
  expect(await begin(admin, 'standard', takenBack)).toMatchObject(reused);
  await follow();
  // No longer the newest switch.
  expect((await begin(admin, 'strict', begun)).status).toBe(200);
  expect(await begin(admin, 'lapses', begun)).toMatchObject(reused);
  const switches = await app.db.selectFrom('level_policy_switches').select('id').orderBy('number').execute();
  expect(switches.map(({ id }) => id)).toEqual([begun, takenBack]);
});

test('a job that dies at any point is resumed by another, and no vocabulary is switched twice', async () => {
  app = await learningApp();
  const admin = await app.learner('jefa', ['admin']);
  const learners = [];
  for (const name of ['uno', 'dos', 'tres', 'cuatro']) learners.push(await knowsAndErrs(name));
  await begin(admin, 'lapses');
  for (let death = 0; death < 2; death++) {
    const dying = newProcess();
    let appended = 0;
    // The process dies right after the event is stored.
    const killed = follow({
      ...dying,
      aggregates: {
        ...dying.aggregates,
        execute: async (...parameters) => {
          await dying.aggregates.execute(...parameters);
          if (++appended === 2 - death) throw new Error('killed');
          return dying.aggregates.execute(...parameters);
        },
      },
    });
    await expect(killed).rejects.toThrow('killed');
    // Meanwhile learners continue, some under the old policy, some under the new one.
    for (const learner of learners) {
      const before = await vocabularyOf(learner);
      await answer(learner, { 'q-gatos': 0 });
      await answer(learner, { 'q-gatos': null });
      const after = await vocabularyOf(learner);
      expect(after).toEqual({ ...before, levels: { ...before.levels, ...after.levels } });
      expect(after.levels['gat']).toBe(after.policy === 'lapses' ? 'III' : 'IV');
    }
  }
  await follow();
  for (const learner of learners) {
    const causes = (await eventsOf(learner)).filter(
      ({ data }) => (data as { cause?: { kind: string } }).cause?.kind === 'policy',
    );
    expect(causes).toHaveLength(1);
    expect(await vocabularyOf(learner)).toMatchObject({ levels: { gat: 'III' }, policy: 'lapses' });
  }
});

test('an answer given during a recount is counted', async () => {
  app = await learningApp();
  const admin = await app.learner('jefa', ['admin']);
  const ana = await knowsAndErrs('ana');
  await begin(admin, 'strict');
  const process = newProcess();
  let between = 0;
  await follow({
    ...process,
    histories: {
      readStream: async (stream, page) => {
        const events = await process.histories.readStream(stream, page);
        if (stream.includes(ana.id) && between++ === 0) await answer(ana, { 'q-gatos': null });
        return events;
      },
    },
  });
  // Four right ones, and two wrong ones.
  expect(await vocabularyOf(ana)).toMatchObject({ levels: { gat: 'I' }, policy: 'strict' });
});

test('a vocabulary that began under the old policy after the job passed is switched at the end', async () => {
  app = await learningApp({ projecting: false });
  const admin = await app.learner('jefa', ['admin']);
  const ana = await knowsAndErrs('ana');
  const late = await app.learner('late');
  await begin(admin, 'strict');
  const process = newProcess();
  const direct = newProcess();
  let began = false;
  await follow({
    ...process,
    aggregates: {
      ...process.aggregates,
      execute: async (...parameters) => {
        const done = await process.aggregates.execute(...parameters);
        if (!began) {
          began = true;
          // Decided before the switch began, appended after the job passed by.
          const command = { type: 'mark', fragment: 'gat', level: 'IV' } as const;
          const stream = vocabularyStream(late.id, 'es');
          await direct.aggregates.execute(vocabulary, stream, command, {
            commandId: uuidv7(),
            actor: late.id,
            at: now(),
          });
        }
        return done;
      },
    },
  });
  for (const learner of [ana, late]) {
    const { state } = await newProcess().aggregates.load(vocabulary, vocabularyStream(learner.id, 'es'));
    expect(state.policy).toBe('strict');
  }
});

test('a stopped switch changes no more vocabularies and can be taken back', async () => {
  app = await learningApp();
  const admin = await app.learner('jefa', ['admin']);
  const learners = [await knowsAndErrs('uno'), await knowsAndErrs('dos')];
  await begin(admin, 'strict');
  const stop = new AbortController();
  const process = newProcess();
  await follow(
    {
      ...process,
      aggregates: {
        ...process.aggregates,
        execute: async (...parameters) => {
          const done = await process.aggregates.execute(...parameters);
          stop.abort();
          return done;
        },
      },
    },
    stop.signal,
  );
  expect((await control(admin, 'stop')).status).toBe(200);
  expect(await follow()).toBeUndefined();
  const policies = () => Promise.all(learners.map(async learner => (await vocabularyOf(learner)).policy));
  expect((await policies()).toSorted()).toEqual(['standard', 'strict']);
  expect((await stateOf(admin)).newest).toMatchObject({ state: 'stopped' });
  expect((await control(admin, 'take back')).status).toBe(200);
  await follow();
  expect(await policies()).toEqual(['standard', 'standard']);
  for (const learner of learners) expect((await vocabularyOf(learner)).levels).toMatchObject({ gat: 'IV' });
});

test('taking a switch back restores what it moved and keeps what was learned since', async () => {
  app = await learningApp();
  const admin = await app.learner('jefa', ['admin']);
  const ana = await knowsAndErrs('ana');
  const before = await vocabularyOf(ana);
  expect(before.levels).toEqual({ gat: 'IV', plural: 'IV', duerm: 'I' });
  await begin(admin, 'strict');
  await follow();
  expect((await vocabularyOf(ana)).levels).toEqual({ gat: 'II', plural: 'II', duerm: 'I' });
  // Learned since: by an answer, by hand, and by an answer that the policy held against it.
  await answer(ana, { 'q-duerme': 0 });
  await mark(ana, 'ros', 'III');
  await mark(ana, 'plural', 'III');
  await answer(ana, { 'q-gatos': null });
  expect((await vocabularyOf(ana)).levels).toEqual({ gat: 'I', plural: 'I', duerm: 'II', ros: 'III' });

  expect((await control(admin, 'take back')).status).toBe(200);
  await follow();
  expect(await vocabularyOf(ana)).toEqual({
    levels: { gat: 'IV', plural: 'III', duerm: 'II', ros: 'III' },
    policy: 'standard',
  });
  expect((await eventsOf(ana)).at(-1)).toMatchObject({
    data: {
      cause: { kind: 'policy', policy: 'standard', takesBack: expect.any(String) },
      fragments: { gat: ['I', 'IV'], plural: ['I', 'III'] },
    },
  });
  await answer(ana, { 'q-gatos': null });
  expect((await vocabularyOf(ana)).levels).toMatchObject({ gat: 'IV' });
  await expect.poll(async () => (await stateOf(admin)).trail.length).toBe(2);
  const { trail, newest } = await stateOf(admin);
  expect(trail[0]?.takesBack).toBe(trail[1]?.id);
  expect(newest).toMatchObject({ takesBack: true, state: 'done', policy: 'standard' });
  expect(await control(admin, 'take back')).toMatchObject({ status: 409 });
});

test('a learner cannot undo a switch, but can undo answers from before it', async () => {
  app = await learningApp();
  const ana = await app.learner('ana', ['admin']);
  for (let times = 0; times < 4; times++) await answer(ana, { 'q-gatos': 0 });
  await answer(ana, { 'q-gatos': 1 });
  await begin(ana, 'strict');
  await follow();
  await vocabularyOf(ana);
  const events = await eventsOf(ana);
  const [wrong, policy] = events.slice(-2);
  const undoing = (event: typeof wrong, level: string) =>
    app.call(undoStep, ana, {
      body: {
        languageId: 'es',
        fragmentId: 'gat',
        commandId: event?.metadata.commandId,
        revision: event?.revision,
        level,
      },
    });
  expect(await undoing(policy, 'IV')).toMatchObject({ status: 409 });
  const body = { languageId: 'es', commandId: policy?.metadata.commandId };
  expect(await app.call(undoCommand, ana, { body })).toMatchObject({ status: 409 });
  // Without the wrong answer it is known under any policy.
  expect(await undoing(wrong, 'IV')).toMatchObject({ status: 200 });
  expect((await vocabularyOf(ana)).levels).toMatchObject({ gat: 'IV', plural: 'II' });
});

test('an undo of what was done before a switch gives the level under the new policy, also for fragments that the switch did not move', async () => {
  app = await learningApp();
  const [admin, ana] = [await app.learner('jefa', ['admin']), await knowsAndErrs('ana')];
  const [marking, undoing] = [uuidv7(), uuidv7()];
  await mark(ana, 'gat', 'I', marking);
  for (const chosen of [0, null, 0, 0, 0]) await answer(ana, { 'q-duerme': chosen });
  const right = (await eventsOf(ana)).at(-1);
  await begin(admin, 'strict');
  await follow();
  // 'duerm' is IV under both policies despite its mistake; 'gat' was marked.
  expect((await eventsOf(ana)).at(-1)).toMatchObject({ data: { fragments: { plural: ['IV', 'II'] } } });
  expect((await vocabularyOf(ana)).levels).toEqual({ gat: 'I', plural: 'II', duerm: 'IV' });
  const undone = (command: string) =>
    app.call(undoCommand, ana, { body: { languageId: 'es', commandId: command } });
  expect((await undone(marking)).body).toEqual({ fragments: [{ fragmentId: 'gat', level: 'II' }] });

  const undo = (level: string) =>
    app.call(undoStep, ana, {
      body: {
        languageId: 'es',
        fragmentId: 'duerm',
        commandId: right?.metadata.commandId,
        revision: right?.revision,
        level,
      },
      commandId: undoing,
    });
  expect(await undo('IV')).toMatchObject({ status: 409 });
  expect(await undo('III')).toMatchObject({ status: 200 });
  await vocabularyOf(ana);
  const { body } = await app.call(story, ana, { query: { languageId: 'es', fragmentId: 'duerm' } });
  expect(body.asked).toBe(5);
  expect(body.steps.slice(0, 3)).toMatchObject([
    { from: 'IV', to: 'III', cause: { kind: 'undo' } },
    { from: 'IV', to: 'IV', cause: { kind: 'policy', policy: 'strict' } },
    { from: 'IV', to: 'IV', cause: { kind: 'answers' } },
  ]);
  // The mark confirms level III, so that the answer makes no difference any more.
  const marks = uuidv7();
  const fragments = ['duerm', 'ros'].map(fragmentId => ({ fragmentId, level: 'III' as const }));
  await app.call(markFragments, ana, { body: { languageId: 'es', fragments }, commandId: marks });
  expect(await undone(undoing)).toMatchObject({ status: 409 });
  expect((await vocabularyOf(ana)).levels).toMatchObject({ duerm: 'III', ros: 'III', gat: 'II' });
});

test('the first command of a vocabulary under another policy can be undone', async () => {
  app = await learningApp();
  const [admin, ana] = [await app.learner('jefa', ['admin']), await app.learner('ana')];
  await begin(admin, 'lapses');
  await follow();
  const commandId = uuidv7();
  await mark(ana, 'gat', 'IV', commandId);
  expect((await eventsOf(ana)).map(({ type }) => type)).toEqual(['FragmentsChanged', 'FragmentChanged']);
  expect(await app.call(undoCommand, ana, { body: { languageId: 'es', commandId } })).toMatchObject({
    status: 200,
    body: { fragments: [{ fragmentId: 'gat', level: 'new' }] },
  });
  expect(await vocabularyOf(ana)).toEqual({ levels: {}, policy: 'lapses' });
});
