import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { ProviderDeletion } from '../command-api/collect/provider.ts';
import type { RecaptchaKeys } from '../command-api/identity/sign-up/human-check.ts';
import { isEmail } from '../facade/email.ts';
import type { AnalyticsProvider, SiteLinks } from '../facade/site.ts';
import { type Setting, type SettingName, settings } from './settings.ts';

/** What a process may do; one process may do all of it. */
export const processRoles = ['command-api', 'query-api', 'projections', 'web'] as const;
export type ProcessRole = (typeof processRoles)[number];

export interface Configuration {
  readonly production: boolean;
  /** Undefined: 3000 or the next free one. */
  readonly port: number | undefined;
  readonly host: string;
  /** Without a slash at its end; undefined until the port is known. */
  readonly publicUrl: string | undefined;
  /** An absolute path. */
  readonly dataDirectory: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Undefined: the log is kept in PostgreSQL. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: the development mailbox. */
  readonly smtpUrl: string | undefined;
  /** Addresses of other sites; undefined in development when none is set: stand-ins of ours. */
  readonly siteLinks: SiteLinks | undefined;
  readonly mailFrom: string | undefined;
  readonly contactAddress: string | undefined;
  /** Undefined: the pretend payments of development. */
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly stripeAutomaticTax: boolean;
  readonly withdrawalConsent: boolean;
  /** Undefined: one of our own in the data directory, in development only. */
  readonly tokenSecret: string | undefined;
  readonly previousTokenSecrets: readonly string[];
  /** Undefined: in development a provider of our own, in production none. */
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly recaptcha: RecaptchaKeys | undefined;
  /** Undefined: our own collector. */
  readonly analytics: Analytics | undefined;
  /** An absolute path. */
  readonly forgottenFile: string;
  readonly roles: readonly ProcessRole[];
  /** Titles of books that are left out. */
  readonly withoutBooks: readonly string[];
  /** How long a process that was told to stop still takes requests while it says that it is not ready; in seconds. */
  readonly drainSeconds: number;
}

/** Visits are counted at a provider. */
export interface Analytics {
  readonly provider: AnalyticsProvider;
  readonly deletion: ProviderDeletion;
}

/** Settings that are wrong or missing: one line each, beginning with the variable's name. */
export class Misconfigured extends Error {
  override readonly name = 'Misconfigured';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

const urlOf = (example: string, ...protocols: readonly string[]) =>
  z.string().check(
    z.refine(value => {
      const url = URL.parse(value);
      return url !== null && url.hostname !== '' && protocols.includes(url.protocol);
    }, `must look like ${example}`),
  );

/** Whether it is an address of EventStoreDB. It may name the hosts of a cluster, with commas, as no URL does. */
export function isEventStoreUrl(value: string): boolean {
  const [, before = '', hosts = '', after = ''] =
    /^(esdb(?:\+discover)?:\/\/(?:[^@/?#]*@)?)([^@/?#]+)(.*)$/.exec(value) ?? [];
  return hosts.split(',').every(host => URL.parse(before + host + after)?.hostname);
}

const mailAddress = (value: string) => isEmail(/<([^<>]*)>\s*$/.exec(value)?.[1] ?? value.trim());
const Address = z.string().check(z.refine(mailAddress, 'must be an e-mail address'));

/**
 * Production's `DRAIN_SECONDS`: a balancer that asks every two seconds and wants to hear 'no' twice has left by then, and
 * so has a proxy that believes a name's addresses for five.
 */
const PRODUCTION_DRAIN = 5;

const placeholders = /^(.)\1*$|secret|change.?me|development|example|password/i;

const HttpsUrl = urlOf('https://example.org/page', 'https:');

const shapes = {
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

function listOf(value: string): readonly string[] {
  return value.split(',').map(part => part.trim());
}

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws Misconfigured with everything that is wrong at once; a value is never repeated in it, it may be a secret
 */
export function configurationFrom(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const wrong: string[] = [];
  const get = (name: SettingName): string | undefined => {
    const value = environment[name]?.trim();
    if (!value) return undefined;
    const checked = z.safeParse(shapes[name], value);
    if (checked.success) return value;
    wrong.push(`${name} ${checked.error.issues[0]?.message ?? 'is not valid'}`);
    return undefined;
  };
  /** Two settings that are of use together only. */
  const both = (one: SettingName, other: SettingName): readonly [string, string] | undefined => {
    const [a, b] = [get(one), get(other)];
    if (a !== undefined && b !== undefined) return [a, b];
    if (a !== undefined) wrong.push(`${other} is required with ${one}`);
    if (b !== undefined) wrong.push(`${one} is required with ${other}`);
    return undefined;
  };
  const production = get('NODE_ENV') === 'production';
  const google = both('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  const recaptcha = both('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY');
  const verifyUrl = get('RECAPTCHA_VERIFY_URL');
  const analytics = both('ANALYTICS_TOKEN', 'ANALYTICS_DELETION_TOKEN');
  const previous = get('PREVIOUS_TOKEN_SECRETS');
  const dataDirectory = resolve(get('DATA_DIRECTORY') ?? `${import.meta.dirname}/../.data`);
  const port = get('PORT');
  const roles = get('ROLES');
  const drainSeconds = get('DRAIN_SECONDS');
  const configuration: Configuration = {
    production,
    port: port === undefined ? undefined : Number(port),
    host: get('HOST') ?? (production ? '::' : '127.0.0.1'),
    publicUrl: get('PUBLIC_URL')?.replace(/\/$/, ''),
    dataDirectory,
    databaseUrl: get('DATABASE_URL'),
    eventStoreUrl: get('EVENTSTORE_URL'),
    smtpUrl: get('SMTP_URL'),
    siteLinks: siteLinksOf(get, production),
    mailFrom: get('MAIL_FROM'),
    contactAddress: get('CONTACT_ADDRESS'),
    stripeSecretKey: get('STRIPE_SECRET_KEY'),
    stripeWebhookSecret: get('STRIPE_WEBHOOK_SECRET'),
    stripeAutomaticTax: get('STRIPE_AUTOMATIC_TAX') === 'on',
    withdrawalConsent: get('WITHDRAWAL_CONSENT') === 'on',
    tokenSecret: get('TOKEN_SECRET'),
    previousTokenSecrets: previous === undefined ? [] : listOf(previous),
    google: google && { clientId: google[0], clientSecret: google[1] },
    recaptcha: recaptcha && {
      siteKey: recaptcha[0],
      secretKey: recaptcha[1],
      ...(verifyUrl !== undefined && { verifyUrl }),
    },
    analytics: analytics && {
      provider: {
        token: analytics[0],
        host: (get('ANALYTICS_HOST') ?? 'https://api-eu.mixpanel.com').replace(/\/$/, ''),
      },
      deletion: {
        url: get('ANALYTICS_DELETION_URL') ?? 'https://eu.mixpanel.com/api/app/data-deletions/v3.0',
        projectToken: analytics[0],
        secretToken: analytics[1],
      },
    },
    forgottenFile: resolve(get('FORGOTTEN_FILE') ?? `${dataDirectory}/forgotten-accounts`),
    roles: roles === undefined ? processRoles : processRoles.filter(role => listOf(roles).includes(role)),
    withoutBooks: (get('WITHOUT_BOOKS') ?? '')
      .split(';')
      .map(title => title.trim())
      .filter(title => title !== ''),
    drainSeconds: drainSeconds === undefined ? (production ? PRODUCTION_DRAIN : 0) : Number(drainSeconds),
  };
  if (
    configuration.stripeSecretKey !== undefined &&
    configuration.stripeWebhookSecret === undefined &&
    !production
  )
    wrong.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.');
  if (production) wrong.push(...unfitForProduction(environment, configuration));
  else wrong.push(...unfitForSandbox(configuration));
  if (wrong.length) throw new Misconfigured(wrong);
  return configuration;
}

const localHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** The sandbox has logins that everybody knows and shows all mail: it is for this machine, whatever NODE_ENV says. */
function unfitForSandbox({ host, publicUrl }: Configuration): string[] {
  const rule = 'must be of this machine (localhost, 127.0.0.1, ::1) unless NODE_ENV is production';
  return [
    ...(localHost.test(host) ? [] : [`HOST ${rule}`]),
    ...(publicUrl === undefined || localHost.test(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL ${rule}`]),
  ];
}

/** Nothing is set in development: stand-ins. In production a link without an address is left out. */
function siteLinksOf(
  get: (name: SettingName) => string | undefined,
  production: boolean,
): SiteLinks | undefined {
  const links: SiteLinks = {
    terms: get('TERMS_URL') ?? null,
    privacy: get('PRIVACY_URL') ?? null,
    cookies: get('COOKIES_URL') ?? null,
    images: get('IMAGES_URL') ?? null,
    videos: get('VIDEOS_URL') ?? null,
    donate: get('DONATE_URL') ?? null,
  };
  return production || Object.values(links).some(link => link !== null) ? links : undefined;
}

function unfitForProduction(
  environment: Readonly<Record<string, string | undefined>>,
  { tokenSecret, publicUrl, recaptcha, analytics }: Configuration,
): string[] {
  const all: readonly Setting[] = settings;
  const unfit = all
    .filter(({ name, production }) => production === 'required' && !environment[name]?.trim())
    .map(({ name, meaning }) => `${name} is required in production. ${meaning}`);
  if (tokenSecret !== undefined && placeholders.test(tokenSecret))
    unfit.push('TOKEN_SECRET looks like a placeholder; make one with: openssl rand -hex 32');
  if (publicUrl !== undefined && !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(publicUrl))
    unfit.push('PUBLIC_URL must begin with https:// in production');
  if (recaptcha?.verifyUrl?.startsWith('http:'))
    unfit.push('RECAPTCHA_VERIFY_URL must begin with https:// in production');
  if (analytics?.provider.host.startsWith('http:'))
    unfit.push('ANALYTICS_HOST must begin with https:// in production');
  if (analytics?.deletion.url.startsWith('http:'))
    unfit.push('ANALYTICS_DELETION_URL must begin with https:// in production');
  return unfit;
}

/** Defaults that follow from the address learners see. */
export function addressesFor(publicUrl: string): { mailFrom: string; contactAddress: string } {
  const { hostname } = new URL(publicUrl);
  const domain = /^[\d.]+$|^\[|^localhost$/.test(hostname) ? 'camino.localhost' : hostname;
  return { mailFrom: `Camino <no-reply@${domain}>`, contactAddress: `contact@${domain}` };
}
