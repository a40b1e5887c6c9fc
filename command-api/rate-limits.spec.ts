import { expect, test } from 'vitest';
import { addressOf } from './rate-limits.ts';

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::FFFF:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:ab01::1', '2001:0db8:0001:abff:ffff:ffff:ffff:ffff'],
  ['2001:db8::1', '2001:DB8:0:12::'],
  ['::1', '0:0:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80::2%eth1'],
])('%s and %s count as one address', (one, other) => {
  expect(addressOf({ ip: one })).toBe(addressOf({ ip: other }));
});

test.each([
  ['203.0.113.7', '203.0.113.8'],
  ['2001:db8:1:ab00::', '2001:db8:1:ac00::'],
  ['2001:db8::1', '2001:db9::1'],
  ['::1', '::ffff:0.0.0.1'],
])('%s and %s count apart', (one, other) => {
  expect(addressOf({ ip: one })).not.toBe(addressOf({ ip: other }));
});
