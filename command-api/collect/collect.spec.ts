import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawConsent } from '../../facade/collect.ts';
import { myData } from '../../facade/own-account.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { rateLimits } from '../rate-limits.ts';
import { deleteCollectedStep } from './delete-collected.ts';
import { BATCH_BYTES, MAX_EVENTS, PART_BYTES, UNCOMPRESSED_PART_BYTES } from './limits.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
  sancho = await app.learner('sancho');
  teresa = await app.learner('teresa');
});
afterAll(() => app?.close());
beforeEach(async () => {
  await app.pool.query('truncate collected_events, collected_profiles, collected_recordings, rate_limits');
});

const device = '6c4ff7f2-8d0a-4f1c-9d0f-5b8a0f5f1a11';
const other = '0d4b9a30-5f8e-4a53-8d6f-0c8c0b9f2b22';
let made = 0;
let sancho: Learner;
let teresa: Learner;
const bearer = ({ token }: Learner) => ({ Authorization: `Bearer ${token}` });

function event(more: Record<string, unknown> = {}) {
  return {
    event: 'Page viewed',
    properties: {
      token: 'camino',
      time: Date.now() / 1_000,
      distinct_id: `$device:${device}`,
      $device_id: device,
      $insert_id: `insert${made++}`,
      path: '/faq',
      $browser: 'Chrome',
      $current_url: 'https://camino.example/faq?token=secret',
      ...more,
    },
  };
}

async function post(path: string, data: unknown, headers: Record<string, string> = {}) {
  const body = `data=${encodeURIComponent(typeof data === 'string' ? data : JSON.stringify(data))}`;
  const type = 'application/x-www-form-urlencoded';
  // With the slash at the end and the query that mixpanel-browser sends.
  const reply = await fetch(`${app.origin}/collect/${path}/?verbose=1&ip=0&_=1`, {
    method: 'POST',
    headers: { 'Content-Type': type, ...headers },
    body,
  });
  return { status: reply.status, body: await reply.json() };
}

const events = () => app.db.selectFrom('collected_events').selectAll().execute();
const profiles = () => app.db.selectFrom('collected_profiles').selectAll().execute();
const recordings = () => app.db.selectFrom('collected_recordings').selectAll().execute();

test('an event sent twice is stored once, with listed properties only and without an address', async () => {
  const one = event({ $browser: `${'x'.repeat(254)}😀y` });
  expect(await post('track', [one, event()])).toEqual({ status: 200, body: { status: 1, error: null } });
  expect((await post('track', [one])).status).toBe(200);
  const stored = await events();
  expect(stored).toHaveLength(2);
  for (const row of stored)
    expect(row).toMatchObject({ device, username: null, event: 'Page viewed', properties: { path: '/faq' } });
  const text = JSON.stringify(stored);
  expect(text).not.toContain('secret');
  // Truncated at 255, and never in the middle of a character.
  expect(text).toContain(`"${'x'.repeat(254)}😀"`);
});

test('the username of an event comes from the token, not from the browser', async () => {
  await post('track', [event({ $user_id: 'sancho', path: '/a' })]);
  await post('track', [event({ $user_id: 'sancho', path: '/b' }), event({ path: '/c' })], bearer(sancho));
  await post('track', [event({ $user_id: 'sancho', path: '/d' })], bearer(teresa));
  const named = (await events()).map(({ username, properties }) => [properties, username]);
  expect(named).toHaveLength(4);
  expect(named).toEqual(
    expect.arrayContaining([
      [expect.objectContaining({ path: '/a' }), null],
      [expect.objectContaining({ path: '/b' }), 'sancho'],
      [expect.objectContaining({ path: '/c' }), 'sancho'],
      [expect.objectContaining({ path: '/d' }), null],
    ]),
  );
});

test('a plain-text beacon is accepted; a wrong clock is replaced by the time of arrival', async () => {
  const before = Date.now();
  const late = event({ time: 1_000 });
  expect((await post('track', [late], { 'Content-Type': 'text/plain;charset=UTF-8' })).status).toBe(200);
  expect((await events())[0]?.at.getTime()).toBeGreaterThanOrEqual(before - 1_000);
});

test.for<[what: string, data: unknown, field: string]>([
  ['no JSON', '{', 'data'],
  ['too many', Array.from({ length: MAX_EVENTS + 1 }, () => event()), 'data'],
  ['no event', [event(), { properties: event().properties }], '1.event'],
  ['no browser', [event({ $device_id: undefined })], '0.properties.$device_id'],
  ['a NUL', [event({ path: 'a\0b' })], '0.properties.path'],
  ['no time', [event({ time: 'now' })], '0.properties.time'],
  ['a name too long', [event({ $user_id: 'x'.repeat(21) })], '0.properties.$user_id'],
])('a batch with %s is refused as a whole, by the name of its field', async ([, data, field]) => {
  const reply = await post('track', data);
  expect(reply).toMatchObject({ status: 422, body: { errorField: field } });
  expect(await events()).toEqual([]);
});

test('a batch that is too large is refused', async () => {
  const reply = await post('track', [event({ path: 'x'.repeat(BATCH_BYTES) })]);
  expect(reply).toMatchObject({ status: 422, body: { errorField: 'body' } });
});

test('properties set once stay, other properties are replaced', async () => {
  const to = { $distinct_id: 'sancho', $device_id: device, $token: 'camino' };
  const profile = [
    { ...to, $set: { subscribed: false, $email: 'sancho@panza.example' } },
    { ...to, $set_once: { utm_source: 'letter', subscribed: true } },
    { ...to, $set_once: { utm_source: 'windmill' } },
  ];
  expect((await post('engage', profile)).status).toBe(200);
  expect((await post('engage', profile, bearer(teresa))).status).toBe(200);
  expect(await profiles()).toEqual([]);
  expect((await post('engage', profile, bearer(sancho))).status).toBe(200);
  expect(await profiles()).toMatchObject([
    { username: 'sancho', device, properties: { utm_source: 'letter', subscribed: false } },
  ]);
  await post('engage', [{ ...to, $set: { subscribed: true } }], bearer(sancho));
  expect((await profiles())[0]?.properties).toEqual({ utm_source: 'letter', subscribed: true });
});

const part = {
  replay_id: '018f2e1c-aaaa-bbbb-cccc-0123456789ab',
  seq: '0',
  replay_length_ms: '12000',
  format: 'gzip',
  $device_id: device,
  distinct_id: `$device:${device}`,
  $current_url: 'https://camino.example/sv/pu5nd2/1?x=secret#y',
};
const recorded = [{ type: 4, timestamp: 1_790_000_000_000, data: {} }];

async function record(
  body: Buffer | string,
  more: Record<string, string> = {},
  headers: Record<string, string> = { Authorization: 'Basic Y2FtaW5vOg==' },
) {
  const reply = await fetch(`${app.origin}/collect/record/?${new URLSearchParams({ ...part, ...more })}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/octet-stream', ...headers },
    body: body as BodyInit,
  });
  return { status: reply.status, body: await reply.json() };
}

test('a part of a recording is stored once, compressed, with a path without query', async () => {
  const body = gzipSync(JSON.stringify(recorded));
  expect((await record(body)).status).toBe(200);
  expect((await record(body)).status).toBe(200);
  expect((await record(JSON.stringify(recorded), { seq: '1', format: 'body' })).status).toBe(200);
  const stored = await recordings();
  expect(stored.map(({ part, path }) => [part, path])).toEqual([
    [0, '/sv/pu5nd2/1'],
    [1, '/sv/pu5nd2/1'],
  ]);
  expect(stored[0]?.size).toBe(body.length);
});

test('the content of a recorded event is not inspected', async () => {
  const deep = '['.repeat(100_000) + ']'.repeat(100_000);
  const body = gzipSync(`[{"type":3,"timestamp":1790000000000,"data":${deep},"text":"a\\u0000b"}]`);
  expect((await record(body)).status).toBe(200);
  expect((await recordings())[0]?.events.equals(body)).toBe(true);
});

test('events are limited per day in total, counted one by one; a refused batch counts for none', async () => {
  expect((await post('track', [event(), event()])).status).toBe(200);
  const limit = () => app.db.updateTable('rate_limits').where('key', 'like', 'collectedByAll %');
  await limit()
    .set({ count: rateLimits.collectedByAll.attempts - 1 })
    .execute();
  expect((await post('track', [event(), event()])).status).toBe(429);
  expect(await events()).toHaveLength(2);
  expect((await post('track', [event()])).status).toBe(200);
  expect(await events()).toHaveLength(3);
});

test('recordings are limited per day for each browser and in total; events have separate limits', async () => {
  const body = gzipSync(JSON.stringify(recorded));
  const use = (of: 'recordedByDevice' | 'recordedByAll') =>
    app.db
      .updateTable('rate_limits')
      .set({ count: rateLimits[of].attempts })
      .where('key', 'like', `${of} %`)
      .execute();
  expect((await record(body)).status).toBe(200);
  await use('recordedByDevice');
  expect((await record(body, { seq: '1' })).status).toBe(429);
  expect((await record(body, { $device_id: other })).status).toBe(200);
  await use('recordedByAll');
  expect((await record(body, { $device_id: `${other}-2` })).status).toBe(429);
  expect(await recordings()).toHaveLength(2);
  expect((await post('track', [event()])).status).toBe(200);
});

test.for<[what: string, body: Buffer | string, more: Record<string, string>, field: string]>([
  ['longer than a day', gzipSync('[]'), { replay_length_ms: '86400001' }, 'replay_length_ms'],
  ['no gzip', 'hello', {}, 'body'],
  ['no JSON', gzipSync('hello'), {}, 'body'],
  ['nothing in it', gzipSync('[]'), {}, 'body'],
  [
    'more than 1000 events',
    gzipSync(JSON.stringify(Array.from({ length: 1_001 }, () => recorded[0]))),
    {},
    'body',
  ],
  ['no time', gzipSync('[{"type":3}]'), {}, 'body'],
  ['too much in it', gzipSync(Buffer.alloc(UNCOMPRESSED_PART_BYTES + 1)), {}, 'body'],
  ['too many bytes', Buffer.alloc(PART_BYTES + 1), {}, 'body'],
])('a part with %s is refused', async ([, body, more, field]) => {
  expect(await record(body, more)).toMatchObject({ status: 422, body: { errorField: field } });
  expect(await recordings()).toEqual([]);
});

test('nothing is stored from a browser with Global Privacy Control', async () => {
  expect((await post('track', [event()], { 'Sec-GPC': '1' })).status).toBe(200);
  expect(await events()).toEqual([]);
});

/** An event before the login, one after it, a recording; of a learner a profile, too. */
async function collectOf(on: string, learner?: Learner) {
  const as = learner && bearer(learner);
  await post('track', [event({ $device_id: on })]);
  await post('track', [event({ $device_id: on })], as);
  await record(gzipSync(JSON.stringify(recorded)), { $device_id: on }, as);
  if (learner)
    await post(
      'engage',
      [{ $distinct_id: learner.username, $device_id: on, $set: { subscribed: false } }],
      as,
    );
}
const rows = async () => [await events(), await profiles(), await recordings()].flat().length;

test('the withdrawal of a visitor deletes the rows of the browser, and no others', async () => {
  await collectOf(device);
  await collectOf(other, teresa);
  const reply = await app.call(withdrawConsent, null, { body: { devices: [device] } });
  expect(reply.body).toEqual({ deleted: 3 });
  expect(await rows()).toBe(4);
  expect((await app.call(withdrawConsent, null, { body: { devices: [] } })).body).toEqual({ deleted: 0 });
  expect(await rows()).toBe(4);
});

test('the id of a browser does not delete rows of a signed-in learner', async () => {
  await collectOf(device, teresa);
  const body = { devices: [device] };
  expect((await app.call(withdrawConsent, null, { body })).body).toEqual({ deleted: 1 });
  expect((await app.call(withdrawConsent, sancho, { body })).body).toEqual({ deleted: 0 });
  expect(await rows()).toBe(3);
  expect((await app.call(withdrawConsent, teresa, { body })).body).toEqual({ deleted: 3 });
});

test('withdrawing only recordings deletes recordings and keeps events', async () => {
  await collectOf(device, sancho);
  await collectOf(other, teresa);
  const before = await recordings();
  expect(before.length).toBeGreaterThan(1);
  const counted = [await events(), await profiles()].flat().length;
  const body = { devices: [device], only: 'recordings' };
  expect((await app.call(withdrawConsent, sancho, { body })).body.deleted).toBeGreaterThan(0);
  expect((await recordings()).map(({ username }) => username)).toEqual(
    before.map(({ username }) => username).filter(name => name !== 'sancho'),
  );
  expect([await events(), await profiles()].flat()).toHaveLength(counted);
});

test('the withdrawal of a learner deletes their rows of every browser, also from before the login', async () => {
  await collectOf(device, sancho);
  await collectOf(other, teresa);
  expect((await app.call(withdrawConsent, sancho, { body: { devices: [] } })).body).toEqual({ deleted: 4 });
  expect(await rows()).toBe(4);
});

test("a learner's account file contains their collected data and no one else's", async () => {
  await collectOf(device, sancho);
  await collectOf(other, teresa);
  const { body } = await app.call(myData, sancho);
  const { visits, profile, recordings } = body['analytics'] as Record<string, readonly object[]>;
  expect(visits).toMatchObject(Array(2).fill({ event: 'Page viewed', properties: { path: '/faq' } }));
  expect(profile).toMatchObject({ properties: { subscribed: false } });
  expect(recordings).toMatchObject([{ path: '/sv/pu5nd2/1' }]);
  expect(JSON.stringify(body)).not.toContain('teresa');
});

test('deleting an account deletes its collected data', async () => {
  await collectOf(device, sancho);
  const account = { id: 'x', email: 'sancho@panza.example', username: 'sancho', customerId: null };
  await app.db.transaction().execute(trx => deleteCollectedStep.run(trx, account));
  expect(await rows()).toBe(0);
});
