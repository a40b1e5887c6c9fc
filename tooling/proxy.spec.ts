import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endpoints } from '../facade/endpoints.ts';
import { proxyConfiguration, proxyFile } from './proxy.ts';

test('the proxy sends each call of the endpoint table to the process that serves it', () => {
  expect(readFileSync(proxyFile, 'utf8'), 'run `npm run proxy`').toBe(proxyConfiguration(endpoints));
});
