import { expect, test } from 'vitest';
import { defaultAddresses, InvalidConfiguration, readConfiguration } from './configuration.ts';
import { settings } from './settings.ts';

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://camino.example',
  SMTP_URL: 'smtps://mail.camino.example',
  STRIPE_SECRET_KEY: 'sk_live_9f2c7d1e',
  STRIPE_WEBHOOK_SECRET: 'whsec_4b8e1a6f',
  TOKEN_SECRET: '8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b',
};

function linesOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfiguration(environment);
    return [];
  } catch (error) {
    if (error instanceof InvalidConfiguration) return error.lines;
    throw error;
  }
}

test('nothing has to be set in development, and an empty variable is not set', () => {
  expect(readConfiguration({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({
    production: false,
    port: undefined,
    host: '127.0.0.1',
    databaseUrl: undefined,
    roles: ['command-api', 'query-api', 'projections', 'web'],
    drainSeconds: 0,
  });
});

test.each([
  ['PORT', '00'],
  ['PORT', '70000'],
  ['PORT', '3000x'],
  ['PUBLIC_URL', 'learn.camino.es'],
  ['PUBLIC_URL', 'https://camino.example/app'],
  ['DATABASE_URL', 'mysql://localhost/x'],
  ['DATABASE_URL', 'localhost:5432'],
  ['EVENTSTORE_URL', 'http://localhost:2113'],
  ['EVENTSTORE_URL', 'esdb://one:2113,?tls=false'],
  ['EVENTSTORE_URL', 'esdb://one:2113,two:port'],
  ['EVENTSTORE_URL', 'esdb://?tls=true'],
  ['SMTP_URL', 'mail.camino.example'],
  ['STRIPE_SECRET_KEY', 'pk_live_9f2c7d1e'],
  ['STRIPE_WEBHOOK_SECRET', '4b8e1a6f'],
  ['STRIPE_AUTOMATIC_TAX', 'yes'],
  ['MAIL_FROM', 'Camino'],
  ['CONTACT_ADDRESS', 'us@'],
  ['TOKEN_SECRET', 'too-short'],
  ['ROLES', 'web,api'],
  ['NODE_ENV', 'staging'],
  ['DRAIN_SECONDS', '301'],
  ['DRAIN_SECONDS', '5s'],
])('%s=%s is refused in one line that names it and does not repeat the value', (name, value) => {
  const lines = linesOf({ [name]: value });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(new RegExp(`^${name} must `));
  expect(lines[0]).not.toContain(value);
});

test.each([
  'esdb://127.0.0.1:2113?tls=false',
  'esdb+discover://cluster.camino.es?tls=true',
  'esdb://admin:pass@one:2113,two:2113,three?tls=false&nodePreference=leader',
])('the log may be at %s', address => {
  expect(readConfiguration({ EVENTSTORE_URL: address }).eventStoreUrl).toBe(address);
});

test('everything that is wrong is said at once', () => {
  expect(linesOf({ PORT: 'x', ROLES: 'y' }).map(line => line.split(' ')[0])).toEqual(['PORT', 'ROLES']);
});

test('roles are taken in any order and spacing', () => {
  expect(readConfiguration({ ROLES: ' web, command-api' }).roles).toEqual(['command-api', 'web']);
});

test('a whole production configuration is accepted and listens everywhere', () => {
  expect(readConfiguration(production)).toMatchObject({
    production: true,
    host: '::',
    drainSeconds: 5,
  });
});

test.each(settings.filter(setting => 'production' in setting).map(({ name }) => name))(
  'production stops without %s',
  name => {
    const lines = linesOf({ ...production, [name]: '' });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} is required in production`));
  },
);

test.each([
  'a'.repeat(40),
  'development-secret-development-secret',
  'change-me-change-me-change-me-change-me',
])('production stops with the placeholder %s', secret => {
  expect(linesOf({ ...production, TOKEN_SECRET: secret })[0]).toMatch(
    /^TOKEN_SECRET looks like a placeholder/,
  );
});

test('production wants https, or a localhost behind a proxy', () => {
  expect(linesOf({ ...production, PUBLIC_URL: 'http://camino.example' })).toEqual([
    'PUBLIC_URL must begin with https:// in production',
  ]);
  expect(linesOf({ ...production, PUBLIC_URL: 'http://localhost:3000/' })).toEqual([]);
});

test('mail addresses follow the public address, and are addresses on a bare machine too', () => {
  expect(defaultAddresses('https://camino.example:8443').contactAddress).toBe('contact@camino.example');
  for (const url of ['http://localhost:3000', 'http://127.0.0.1:1', 'http://[::1]:2'])
    expect(linesOf({ MAIL_FROM: defaultAddresses(url).mailFrom })).toEqual([]);
});

test('links to other sites: stand-ins in development, only those that are set in production', () => {
  expect(readConfiguration({}).siteLinks).toBeUndefined();
  const donate = 'https://donate.example/camino';
  expect(readConfiguration({ DONATE_URL: donate }).siteLinks).toMatchObject({ donate, terms: null });
  expect(readConfiguration({ ...production, DONATE_URL: donate }).siteLinks).toMatchObject({
    donate,
    terms: null,
  });
  expect(linesOf({ DONATE_URL: 'http://donate.example' })).toEqual([
    expect.stringMatching(/^DONATE_URL must/),
  ]);
});

test.each<[Record<string, string>, string[]]>([
  [{ HOST: '0.0.0.0' }, ['HOST']],
  [{ HOST: '::' }, ['HOST']],
  [{ PUBLIC_URL: 'https://camino.example' }, ['PUBLIC_URL']],
  [{ HOST: '10.0.0.5', PUBLIC_URL: 'http://camino.example' }, ['HOST', 'PUBLIC_URL']],
  [{ HOST: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' }, []],
  [{ HOST: '::1' }, []],
])('the sandbox of development does not start where others can reach it: %o', (environment, names) => {
  expect(linesOf(environment).map(line => line.split(' ')[0])).toEqual(names);
});
