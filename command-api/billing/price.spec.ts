import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Stripe } from 'stripe';
import { expect, onTestFinished, test, vi } from 'vitest';
import { priceText } from './price.ts';

/** The real client against a server with given answers. */
async function asking(answer: () => { readonly status: number; readonly body: object }) {
  let asked = 0;
  const server = createServer((_request, response) => {
    asked += 1;
    const { status, body } = answer();
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  }).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  const stripe = new Stripe('sk_test_nothing', {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
  });
  return { price: priceText(stripe, 'standard_monthly'), asked: () => asked };
}

const prices = (amount: number) => ({
  status: 200,
  body: {
    object: 'list',
    data: [
      {
        object: 'price',
        unit_amount: amount,
        currency: 'usd',
        recurring: { interval: 'month', interval_count: 1 },
      },
    ],
    has_more: false,
  },
});
const broken = { status: 503, body: { error: { message: 'away' } } };

test('a price is cached for ten minutes; after a failure the provider is asked again after ten seconds, and the last price stays', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  let answer: ReturnType<typeof prices> | typeof broken = broken;
  const { price, asked } = await asking(() => answer);
  expect(await price()).toBeUndefined();
  answer = prices(999);
  expect(await price()).toBeUndefined();
  expect(asked()).toBe(1);
  vi.setSystemTime(Date.now() + 10_001);
  expect(await price()).toBe('$9.99 / month');

  answer = prices(1_299);
  vi.setSystemTime(Date.now() + 599_000);
  expect(await price()).toBe('$9.99 / month');
  answer = broken;
  vi.setSystemTime(Date.now() + 2_000);
  expect(await price()).toBe('$9.99 / month');
  answer = prices(1_299);
  vi.setSystemTime(Date.now() + 10_001);
  expect(await price()).toBe('$12.99 / month');
});
