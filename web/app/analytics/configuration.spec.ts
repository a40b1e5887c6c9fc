import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { configuration } from './configuration.ts';

const set = configuration({ origin: 'https://camino.example', protocol: 'https:' });

test('the client has the limits of spec 9', () => {
  expect(set).toMatchObject({
    batch_size: 50,
    batch_flush_interval_ms: 5_000,
    batch_request_timeout_ms: 90_000,
    cookie_expiration: 365,
    record_max_ms: 86_400_000,
    record_idle_timeout_ms: 1_800_000,
  });
  // Two that the client does not allow to set.
  const client = (file: string) =>
    readFileSync(new URL(import.meta.resolve(`mixpanel-browser/dist/${file}`)), 'utf8');
  expect(client('mixpanel-core.cjs.js')).toContain('_.truncate(options.data, 255)');
  expect(client('mixpanel-recorder.js')).toMatch(/'?batch_size'?: 1000\b/);
});

test('with a provider it sends there, with the client’s paths and the same limits', () => {
  const { api_host, api_routes, ...limits } = configuration(
    { origin: 'https://camino.example', protocol: 'https:' },
    { token: 'project-1', host: 'https://api.example' },
  );
  expect({ api_host, api_routes }).toEqual({ api_host: 'https://api.example', api_routes: undefined });
  const { api_host: ours, api_routes: paths, ...same } = set;
  expect(limits).toEqual(same);
  expect(paths).toBeDefined();
  expect(ours).toContain('/collect');
});

test('it sends to our collector, without addresses, automatic campaigns and autocapture', () => {
  expect(set).toMatchObject({
    api_host: 'https://camino.example/collect',
    autocapture: false,
    track_pageview: false,
    track_marketing: false,
    save_referrer: false,
    skip_first_touch_marketing: true,
    record_sessions_percent: 0,
    record_mask_all_text: true,
    record_mask_all_inputs: true,
  });
  expect(set.property_blacklist).toEqual(expect.arrayContaining(['$current_url', '$referrer']));
});
