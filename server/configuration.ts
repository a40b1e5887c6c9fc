import { resolve } from 'node:path';
import * as z from 'zod/mini';
import type { ProviderDeletion } from '../command-api/collect/provider.ts';
import type { RecaptchaKeys } from '../command-api/identity/sign-up/human-check.ts';
import type { AnalyticsProvider, SiteLinks } from '../facade/site.ts';
import { listOf, type ProcessRole, processRoles, settingSchemas } from './setting-schemas.ts';
import { type Setting, type SettingName, settings } from './settings.ts';

export interface Configuration {
  readonly production: boolean;
  /** Undefined: 3000 or the next free one. */
  readonly port: number | undefined;
  readonly host: string;
  /** Without a trailing slash; undefined until the port is known. */
  readonly publicUrl: string | undefined;
  /** An absolute path. */
  readonly dataDirectory: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Undefined: the log is kept in PostgreSQL. */
  readonly eventStoreUrl: string | undefined;
  /** Undefined: the development mailbox. */
  readonly smtpUrl: string | undefined;
  /** Addresses of other sites; undefined in development when none is set, then our placeholder pages are linked. */
  readonly siteLinks: SiteLinks | undefined;
  readonly mailFrom: string | undefined;
  readonly contactAddress: string | undefined;
  /** Undefined: the simulated payments of development. */
  readonly stripeSecretKey: string | undefined;
  readonly stripeWebhookSecret: string | undefined;
  readonly stripeAutomaticTax: boolean;
  readonly withdrawalConsent: boolean;
  /** Undefined (in development only): a random one in the data directory. */
  readonly tokenSecret: string | undefined;
  readonly previousTokenSecrets: readonly string[];
  /** Undefined: in development the simulated provider, in production none. */
  readonly google: { readonly clientId: string; readonly clientSecret: string } | undefined;
  readonly recaptcha: RecaptchaKeys | undefined;
  /** Undefined: our own collector. */
  readonly analytics: Analytics | undefined;
  /** An absolute path. */
  readonly deletedAccountsFile: string;
  readonly roles: readonly ProcessRole[];
  /** Titles of the books that this deployment does not offer. */
  readonly withoutBooks: readonly string[];
  /** For how long a stopping process still serves requests while it reports that it is not ready; in seconds. */
  readonly drainSeconds: number;
}

/** Visits are counted at a provider. */
export interface Analytics {
  readonly provider: AnalyticsProvider;
  readonly deletion: ProviderDeletion;
}

/** Settings that are wrong or missing: one line each, beginning with the variable's name. */
export class InvalidConfiguration extends Error {
  override readonly name = 'InvalidConfiguration';
  readonly lines: readonly string[];
  constructor(lines: readonly string[]) {
    super(lines.join('\n'));
    this.lines = lines;
  }
}

/**
 * The default of `DRAIN_SECONDS` in production. A load balancer that checks every two seconds and needs two failures has
 * removed the process by then, and so has a proxy that caches DNS answers for five seconds.
 */
const PRODUCTION_DRAIN_SECONDS = 5;

const placeholders = /^(.)\1*$|secret|change.?me|development|example|password/i;

/**
 * Reads the settings. An empty variable counts as not set.
 * @throws InvalidConfiguration with all problems at once; it never repeats a value, because that may be a secret
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const problems: string[] = [];
  const get = (name: SettingName): string | undefined => {
    const value = environment[name]?.trim();
    if (!value) return undefined;
    const checked = z.safeParse(settingSchemas[name], value);
    if (checked.success) return value;
    problems.push(`${name} ${checked.error.issues[0]?.message ?? 'is not valid'}`);
    return undefined;
  };
  /** Two settings that must be set together. */
  const pair = (one: SettingName, other: SettingName): readonly [string, string] | undefined => {
    const [a, b] = [get(one), get(other)];
    if (a !== undefined && b !== undefined) return [a, b];
    if (a !== undefined) problems.push(`${other} is required with ${one}`);
    if (b !== undefined) problems.push(`${one} is required with ${other}`);
    return undefined;
  };
  const production = get('NODE_ENV') === 'production';
  const google = pair('GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET');
  const recaptcha = pair('RECAPTCHA_SITE_KEY', 'RECAPTCHA_SECRET_KEY');
  const verifyUrl = get('RECAPTCHA_VERIFY_URL');
  const analytics = pair('ANALYTICS_TOKEN', 'ANALYTICS_DELETION_TOKEN');
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
    deletedAccountsFile: resolve(get('FORGOTTEN_FILE') ?? `${dataDirectory}/forgotten-accounts`),
    roles: roles === undefined ? processRoles : processRoles.filter(role => listOf(roles).includes(role)),
    withoutBooks: (get('WITHOUT_BOOKS') ?? '')
      .split(';')
      .map(title => title.trim())
      .filter(title => title !== ''),
    drainSeconds:
      drainSeconds === undefined ? (production ? PRODUCTION_DRAIN_SECONDS : 0) : Number(drainSeconds),
  };
  if (
    configuration.stripeSecretKey !== undefined &&
    configuration.stripeWebhookSecret === undefined &&
    !production
  )
    problems.push('STRIPE_WEBHOOK_SECRET is required with STRIPE_SECRET_KEY.');
  if (production) problems.push(...productionProblems(environment, configuration));
  else problems.push(...sandboxProblems(configuration));
  if (problems.length) throw new InvalidConfiguration(problems);
  return configuration;
}

const localHost = /^(localhost|[\w-]+\.localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/;

/** The sandbox has published logins and shows all mail, so it may only be reachable from this machine. */
function sandboxProblems({ host, publicUrl }: Configuration): string[] {
  const rule = 'must be of this machine (localhost, 127.0.0.1, ::1) unless NODE_ENV is production';
  return [
    ...(localHost.test(host) ? [] : [`HOST ${rule}`]),
    ...(publicUrl === undefined || localHost.test(new URL(publicUrl).hostname) ? [] : [`PUBLIC_URL ${rule}`]),
  ];
}

/** Undefined in development when no link is set. In production a link without an address is not shown. */
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

function productionProblems(
  environment: Readonly<Record<string, string | undefined>>,
  { tokenSecret, publicUrl, recaptcha, analytics }: Configuration,
): string[] {
  const all: readonly Setting[] = settings;
  const problems = all
    .filter(({ name, production }) => production === 'required' && !environment[name]?.trim())
    .map(({ name, meaning }) => `${name} is required in production. ${meaning}`);
  if (tokenSecret !== undefined && placeholders.test(tokenSecret))
    problems.push('TOKEN_SECRET looks like a placeholder; make one with: openssl rand -hex 32');
  if (publicUrl !== undefined && !/^https:|^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|$)/.test(publicUrl))
    problems.push('PUBLIC_URL must begin with https:// in production');
  if (recaptcha?.verifyUrl?.startsWith('http:'))
    problems.push('RECAPTCHA_VERIFY_URL must begin with https:// in production');
  if (analytics?.provider.host.startsWith('http:'))
    problems.push('ANALYTICS_HOST must begin with https:// in production');
  if (analytics?.deletion.url.startsWith('http:'))
    problems.push('ANALYTICS_DELETION_URL must begin with https:// in production');
  return problems;
}

/** Default mail addresses at the host of the public address. */
export function defaultAddresses(publicUrl: string): { mailFrom: string; contactAddress: string } {
  const { hostname } = new URL(publicUrl);
  const domain = /^[\d.]+$|^\[|^localhost$/.test(hostname) ? 'camino.localhost' : hostname;
  return { mailFrom: `Camino <no-reply@${domain}>`, contactAddress: `contact@${domain}` };
}
