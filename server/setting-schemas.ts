import * as z from 'zod/mini';
import { isEmail } from '../facade/email.ts';
import type { SettingName } from './settings.ts';

/** What a process may do; one process may do all of it. */
export const processRoles = ['command-api', 'query-api', 'projections', 'web'] as const;
export type ProcessRole = (typeof processRoles)[number];

const urlOf = (example: string, ...protocols: readonly string[]) =>
  z.string().check(
    z.refine(value => {
      const url = URL.parse(value);
      return url !== null && url.hostname !== '' && protocols.includes(url.protocol);
    }, `must look like ${example}`),
  );

/** Whether a value is an address of EventStoreDB. It may list the hosts of a cluster with commas, which no URL allows. */
export function isEventStoreUrl(value: string): boolean {
  const [, before = '', hosts = '', after = ''] =
    /^(esdb(?:\+discover)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(.*)$/.exec(value) ?? [];
  return hosts.split(',').every(host => URL.parse(before + host + after)?.hostname);
}

const mailAddress = (value: string) => isEmail(/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value.trim());
const Address = z.string().check(z.refine(mailAddress, 'must be an e-mail address'));

const HttpsUrl = urlOf('https://example.org/page', 'https:');

/** The schema of each setting; a value that does not match it is refused with the schema's message. */
export const settingSchemas = {
  NODE_ENV: z.enum(['development', 'production', 'test'], 'must be development or production'),
  PORT: z
    .string()
    .check(
      z.refine(value => /^\d{1,5}$/.test(value) && +value >= 1 && +value <= 65_535, 'must be 1 to 65535'),
    ),
  HOST: z.string(),
  PUBLIC_URL: z
    .string()
    .check(
      z.refine(
        value => /^https?:\/\/[^/?#]+\/?$/.test(value) && URL.canParse(value),
        'must be an address without a path, for example https://camino.example',
      ),
    ),
  DATA_DIRECTORY: z.string(),
  DATABASE_URL: urlOf('postgres://user:password@host:5432/database', 'postgres:', 'postgresql:'),
  EVENTSTORE_URL: z.string().check(z.refine(isEventStoreUrl, 'must look like esdb://host:2113?tls=false')),
  SMTP_URL: urlOf('smtp://user:password@host:587', 'smtp:', 'smtps:'),
  TERMS_URL: HttpsUrl,
  PRIVACY_URL: HttpsUrl,
  COOKIES_URL: HttpsUrl,
  IMAGES_URL: HttpsUrl,
  VIDEOS_URL: HttpsUrl,
  DONATE_URL: HttpsUrl,
  MAIL_FROM: Address,
  CONTACT_ADDRESS: Address,
  STRIPE_SECRET_KEY: z
    .string()
    .check(z.regex(/^(sk|rk)_(test|live)_\w+$/, 'must be a secret or restricted key: sk_… or rk_…')),
  STRIPE_WEBHOOK_SECRET: z.string().check(z.regex(/^whsec_\w+$/, 'must begin with whsec_')),
  STRIPE_AUTOMATIC_TAX: z.enum(['on', 'off'], 'must be on or off'),
  WITHDRAWAL_CONSENT: z.enum(['on', 'off'], 'must be on or off'),
  TOKEN_SECRET: z.string().check(z.minLength(32, 'must have 32 characters or more')),
  PREVIOUS_TOKEN_SECRETS: z
    .string()
    .check(
      z.refine(
        value => listOf(value).every(secret => secret.length >= 32),
        'must be secrets of 32 characters or more, separated by commas',
      ),
    ),
  GOOGLE_CLIENT_ID: z.string(),
  GOOGLE_CLIENT_SECRET: z.string(),
  RECAPTCHA_SITE_KEY: z.string(),
  RECAPTCHA_SECRET_KEY: z.string(),
  RECAPTCHA_VERIFY_URL: urlOf('https://www.recaptcha.net/recaptcha/api/siteverify', 'https:', 'http:'),
  ANALYTICS_TOKEN: z.string().check(z.regex(/^[\w-]{8,100}$/, 'must be a project token')),
  ANALYTICS_DELETION_TOKEN: z.string(),
  ANALYTICS_HOST: urlOf('https://api-eu.mixpanel.com', 'https:', 'http:'),
  ANALYTICS_DELETION_URL: urlOf('https://eu.mixpanel.com/api/app/data-deletions/v3.0', 'https:', 'http:'),
  FORGOTTEN_FILE: z.string(),
  ROLES: z
    .string()
    .check(
      z.refine(
        value => listOf(value).every(role => processRoles.some(known => known === role)),
        `must be some of ${processRoles.join(', ')}, separated by commas`,
      ),
    ),
  WITHOUT_BOOKS: z.string(),
  DRAIN_SECONDS: z
    .string()
    .check(z.refine(value => /^\d{1,3}(\.\d+)?$/.test(value) && +value <= 300, 'must be seconds, 0 to 300')),
} satisfies Record<SettingName, z.ZodMiniType>;

/** The parts of a value that commas separate. */
export function listOf(value: string): readonly string[] {
  return value.split(',').map(part => part.trim());
}
