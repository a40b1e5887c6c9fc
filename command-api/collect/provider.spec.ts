import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { withdrawConsent } from '../../facade/collect.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { deleteAtProviderStep } from './delete-collected.ts';
import { deleteAtProvider, type ProviderDeletion } from './provider.ts';

/** A provider over HTTP that records its requests and gives set answers. */
interface Asked {
  readonly path: string | undefined;
  readonly authorization: string | undefined;
  readonly body: { readonly distinct_ids: readonly string[]; readonly compliance_type: string };
}
let app: LearningApp;
let provider: Server;
let deletion: ProviderDeletion;
let answers: number[];
let asked: Asked[];
/** Done by others before the provider answers. */
let meanwhile: (() => Promise<void>) | undefined;

beforeAll(async () => {
  app = await learningApp({ projecting: false, analyticsAtProvider: true });
  provider = createServer(async (request, response) => {
    const { authorization } = request.headers;
    asked.push({ path: request.url, authorization, body: JSON.parse(await text(request)) });
    await meanwhile?.();
    meanwhile = undefined;
    response.writeHead(answers.shift() ?? 200).end('{"status":"ok"}');
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => provider.once('listening', resolve));
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}/data-deletions`;
  deletion = { url, projectToken: 'project-1', secretToken: 'very secret' };
});
afterAll(async () => {
  provider?.close();
  await app?.close();
});
beforeEach(() => {
  answers = [];
  asked = [];
});

const device = '6c4ff7f2-8d0a-4f1c-9d0f-5b8a0f5f1a11';
const queued = async () =>
  (await app.db.selectFrom('analytics_deletions').select('distinct_id').execute()).map(
    one => one.distinct_id,
  );

test('withdrawn data is deleted at the provider, with retries until it accepts', async () => {
  const learner = await app.learner('sancho');
  await app.call(withdrawConsent, learner, { body: { devices: [device, device] } });
  const ids = [`$device:${device}`, learner.username].sort();
  expect((await queued()).sort()).toEqual(ids);
  answers = [503];
  expect(await deleteAtProvider(app.db, deletion)).toEqual([
    '2 ids are not deleted at the analytics provider yet: status 503',
  ]);
  expect((await queued()).sort()).toEqual(ids);
  expect(await deleteAtProvider(app.db, deletion)).toEqual(['2 ids deleted at the analytics provider']);
  expect(await queued()).toEqual([]);
  expect(
    asked.map(({ body: { distinct_ids, ...more }, ...to }) => ({
      ...to,
      ...more,
      ids: [...distinct_ids].sort(),
    })),
  ).toEqual(
    Array(2).fill({
      path: '/data-deletions?token=project-1',
      authorization: 'Bearer very secret',
      compliance_type: 'GDPR',
      ids,
    }),
  );
  expect(await deleteAtProvider(app.db, deletion)).toEqual([]);
});

test('deleting an account deletes its data at the provider, with retries if it is unreachable', async () => {
  const account = { id: 'x', email: 'teresa@panza.example', username: 'teresa', customerId: null };
  await app.db.transaction().execute(trx => deleteAtProviderStep.run(trx, account));
  const [line] = await deleteAtProvider(app.db, { ...deletion, url: 'http://127.0.0.1:1/' });
  expect(line).toContain('not deleted at the analytics provider yet');
  expect(line).not.toContain('teresa');
  expect(await queued()).toEqual(['teresa']);
  await deleteAtProvider(app.db, deletion);
  expect(await queued()).toEqual([]);
});

test('a deletion requested during a request stays queued', async () => {
  const account = { id: 'y', email: 'ricote@morisco.example', username: 'ricote', customerId: null };
  const ask = () => app.db.transaction().execute(trx => deleteAtProviderStep.run(trx, account));
  await ask();
  meanwhile = ask;
  expect(await deleteAtProvider(app.db, deletion)).toHaveLength(2);
  expect(asked.map(({ body }) => body.distinct_ids)).toEqual([['ricote'], ['ricote']]);
  expect(await queued()).toEqual([]);
});
