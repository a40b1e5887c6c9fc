import type { Config } from 'mixpanel-browser';
import type { AnalyticsProvider } from '../../../facade/site.ts';

/** Properties that mixpanel-browser would send by default: full addresses and searches. */
const excludedProperties = [
  ...['$current_url', 'current_url_search', '$referrer', '$referring_domain', '$initial_referrer'],
  ...['$initial_referring_domain', '$search_engine', 'mp_keyword', '$current_url_protocol'],
];

function ourCollector(origin: string): Partial<Config> {
  return {
    api_host: `${origin}/collect`,
    // Without a trailing slash, unlike the client's defaults, because the proxy matches our paths exactly.
    api_routes: { track: 'track', engage: 'engage', record: 'record', groups: 'groups', flags: 'flags' },
  };
}

/** Spec 9, analytics and session recording. Limits of what is captured are explicit, even if they equal the defaults. */
export function configuration(
  { origin, protocol }: { readonly origin: string; readonly protocol: string },
  provider?: AnalyticsProvider,
): Partial<Config> {
  return {
    ...(provider ? { api_host: provider.host } : ourCollector(origin)),
    api_payload_format: 'json',
    // The batch is sent every five seconds, or with fifty events.
    batch_size: 50,
    batch_flush_interval_ms: 5_000,
    batch_request_timeout_ms: 90_000,
    // In days.
    cookie_expiration: 365,
    cross_subdomain_cookie: false,
    secure_cookie: protocol === 'https:',
    // The visitor's answer is more specific than Do Not Track; Global Privacy Control was checked before.
    ignore_dnt: true,
    ip: false,
    autocapture: false,
    track_pageview: false,
    // We handle campaigns ourselves (`begin.ts`).
    ...{ track_marketing: false, store_google: false, skip_first_touch_marketing: true },
    save_referrer: false,
    property_blacklist: excludedProperties,
    record_sessions_percent: 0,
    record_max_ms: 24 * 3_600_000,
    record_idle_timeout_ms: 30 * 60_000,
    record_mask_all_text: true,
    record_mask_all_inputs: true,
    record_block_selector: 'img, video, audio, canvas',
    record_console: false,
    record_network: false,
    record_heatmap_data: false,
  };
}
