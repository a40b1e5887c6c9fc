import { afterAll, beforeAll, expect, test } from 'vitest';
import { sandboxBilling } from '../../server/payment-provider.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { ownerOfCustomer } from './customer-owner.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false, webhooks: false });
});
afterAll(() => app?.close());

const ownerOf = (customer: string) => ownerOfCustomer(app.db, sandboxBilling(app.payments).stripe, customer);

test('concurrent webhooks all find the learner of a customer that no account stores yet', async () => {
  const { id: learner } = await app.learner('atonce');
  const { id } = app.payments.provider.createCustomer(null, { learner });
  const owners = await Promise.all(Array.from({ length: 8 }, () => ownerOf(id)));
  expect(owners).toEqual(owners.map(() => ({ kind: 'learner', learner })));
});

test('a learner whose account stores another customer still has an account', async () => {
  const { id: learner } = await app.learner('another');
  const { provider } = app.payments;
  const [first, second] = [1, 2].map(() => provider.createCustomer(null, { learner }).id);
  expect(await ownerOf(first ?? '')).toEqual({ kind: 'learner', learner });
  expect(await ownerOf(second ?? '')).toEqual({ kind: 'other customer', learner });
});

test('a deleted account and a customer of another shop are distinguished', async () => {
  const { provider } = app.payments;
  const learner = '0'.repeat(32);
  const gone = provider.createCustomer(null, { learner });
  expect(await ownerOf(gone.id)).toEqual({ kind: 'deleted account', learner });
  expect(await ownerOf(provider.createCustomer(null, {}).id)).toEqual({ kind: 'unknown' });
  expect(await ownerOf('cus_nonesuch')).toEqual({ kind: 'unknown' });
});
