import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { readConfiguration } from './configuration.ts';
import { processRoles } from './setting-schemas.ts';
import { settings } from './settings.ts';
import { DRAIN_TIMEOUT } from './start.ts';

/** What `docker compose` would run is what this application knows. */

interface Service {
  readonly build?: string;
  readonly profiles?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly stop_grace_period?: string;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, unknown>>;
}

const compose: { services: Record<string, Service>; volumes: Record<string, unknown> } = parse(
  readFileSync(new URL('../docker-compose.yml', import.meta.url), 'utf8'),
  { merge: true },
);
const services = Object.entries(compose.services).map(([name, service]) => ({ name, ...service }));
const ours = services.filter(({ build }) => build !== undefined);

/** As compose fills it in for somebody who has set what has no default. */
function environmentOf({ environment = {} }: Service): Record<string, string> {
  const given: Readonly<Record<string, string>> = {
    TOKEN_SECRET: '8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b',
    SMTP_URL: 'smtps://mail.camino.example',
    STRIPE_SECRET_KEY: 'sk_live_9f2c7d1e',
    STRIPE_WEBHOOK_SECRET: 'whsec_4b8e1a6f',
    POSTGRES_PASSWORD: 'c2a9d4e7b8f1b6f5c2a9d4e7',
  };
  const fill = (value: string) =>
    value.replaceAll(
      /\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g,
      (_, name: string, usual: string = '') => given[name] ?? usual,
    );
  return Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, fill(String(value))]));
}

test('every variable given to a process of ours is a setting', () => {
  const known = new Set<string>(settings.map(({ name }) => name));
  expect(ours.length).toBeGreaterThan(0);
  for (const { name, environment = {} } of ours)
    expect({ name, unknown: Object.keys(environment).filter(one => !known.has(one)) }).toEqual({
      name,
      unknown: [],
    });
});

/** Settings that compose decides by itself, each with the reason. */
const notPassed: Readonly<Record<string, string>> = {
  DATA_DIRECTORY: 'the stores are services of their own',
  DRAIN_SECONDS: 'the grace period of the services is made for the usual one',
};

test('every other setting is given to each process of ours', () => {
  for (const { name, environment = {} } of ours)
    expect({
      name,
      missing: settings.map(setting => setting.name).filter(one => !(one in environment)),
    }).toEqual({ name, missing: Object.keys(notPassed) });
});

test('the ids of deleted accounts outlive the containers, and are shared by all processes', () => {
  for (const service of ours) {
    const { deletedAccountsFile } = readConfiguration(environmentOf(service));
    const mounted = (service.volumes ?? []).map(volume => volume.split(':'));
    expect(mounted).toContainEqual(['forgotten', dirname(deletedAccountsFile)]);
  }
  expect(compose.volumes).toHaveProperty('forgotten');
});

test('every process of ours gets a configuration with which production starts', () => {
  for (const service of ours) expect(readConfiguration(environmentOf(service)).production).toBe(true);
});

test.each(['single', 'cluster'])('in profile %s every role is run, on stores of that profile', profile => {
  const running = services.filter(({ profiles = [] }) => profiles.includes(profile));
  const names = new Set(running.map(({ name }) => name));
  const roles = new Set<string>();
  for (const service of running.filter(({ build }) => build !== undefined)) {
    const {
      databaseUrl = '',
      eventStoreUrl = '',
      ...configuration
    } = readConfiguration(environmentOf(service));
    for (const role of configuration.roles) roles.add(role);
    const hosts = [
      new URL(databaseUrl).hostname,
      ...eventStoreUrl
        .replace(/^esdb:\/\/|\?.*$/g, '')
        .split(',')
        .map(host => host.split(':')[0]),
    ];
    expect(hosts.filter(host => !names.has(String(host)))).toEqual([]);
  }
  expect([...roles].toSorted()).toEqual(processRoles.toSorted());
  for (const { depends_on = {} } of running)
    expect(Object.keys(depends_on).filter(needed => !names.has(needed))).toEqual([]);
});

test('nobody is killed before it has ended in good order', () => {
  for (const service of ours) {
    const { drainSeconds } = readConfiguration(environmentOf(service));
    const longest = drainSeconds + (2 * DRAIN_TIMEOUT) / 1_000;
    expect(Number(/^(\d+)s$/.exec(service.stop_grace_period ?? '')?.[1])).toBeGreaterThan(longest);
  }
});

test('no secret has a default: compose starts nothing before each was set', () => {
  const secret = /PASSWORD|SECRET/;
  const text = JSON.stringify(compose);
  for (const [whole, name = '', usual = ''] of text.matchAll(/\$\{(\w+)(?::-([^}]*)|:\?[^}]*)?\}/g))
    if (secret.test(name)) expect({ whole, usual }).toEqual({ whole, usual: '' });
  const passwords = services.flatMap(({ environment = {} }) =>
    Object.entries(environment).flatMap(([name, value]) =>
      /PASSWORD/.test(name) ? [value] : (/\/\/camino:(.*)@/.exec(value)?.slice(1) ?? []),
    ),
  );
  expect(passwords.length).toBeGreaterThan(4);
  for (const value of passwords) expect(value).toMatch(/^\$\{POSTGRES_PASSWORD:\?[^}]+\}$/);
});
