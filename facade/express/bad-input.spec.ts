import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { sample } from '../../tooling/testing/sample.ts';
import type { Endpoint, Failure } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { createApi } from './create-api.ts';

/** All endpoints, with handlers that accept anything. */
const { router, serve, assertServed } = createApi({
  served: ['command', 'query'],
  logger: { error: console.error, warn: console.warn },
  authenticate: bearer =>
    bearer === 'reset'
      ? { purpose: 'reset', id: '0'.repeat(32), reset: 'r1' }
      : {
          id: '0'.repeat(32),
          username: 'reader1',
          roles: ['user', 'admin'],
          activeSubscription: true,
          session: 's',
        },
});
for (const endpoint of endpoints) serve(endpoint, async () => ({ message: 'done' }));
assertServed();
const server = express().use(router).listen(0, '127.0.0.1');
let origin: string;
beforeAll(async () => {
  if (!server.listening) await new Promise(resolve => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

interface Spoilt {
  readonly what: string;
  /** The field that the reply must name. */
  readonly field: string;
  readonly value: unknown;
}

const wrongs: readonly unknown[] = ['', 1.5, true, null, {}, [], 'not this', [1], { a: 1 }];

/** The maximum length of an array in its schema. */
function mostOf({ checks = [] }: z.core.$ZodArrayDef): number {
  for (const { _zod } of checks) {
    const { def } = _zod as z.core.$ZodChecks['_zod'];
    if (def.check === 'max_length') return def.maximum;
  }
  throw new Error('an array without a limit');
}

/** The maximum length of a text in its schema; without one, more than any text may have. */
function longestOf({ checks = [] }: z.core.$ZodTypeDef & { checks?: z.core.$ZodCheck<never>[] }): number {
  for (const { _zod } of checks) {
    const { def } = _zod as unknown as z.core.$ZodChecks['_zod'];
    if (def.check === 'max_length') return def.maximum;
  }
  return 20_000;
}

/** All ways to make a valid value invalid. */
function* spoil(schema: z.core.$ZodType, path: string): Generator<Spoilt> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional' || def.type === 'nullable') {
    for (const spoilt of spoil(def.innerType, path))
      if (!z.safeParse(schema, spoilt.value).success) yield spoilt;
    return;
  }
  const wrong = wrongs.filter(value => !z.safeParse(schema, value).success && !isPartial(def.type, value));
  for (const value of wrong) yield { what: `is ${JSON.stringify(value)}`, field: path || 'body', value };
  if (def.type === 'object') {
    const whole = sample(schema) as Record<string, unknown>;
    yield { what: 'unknown field', field: join(path, 'surprise'), value: { ...whole, surprise: 1 } };
    yield { what: '__proto__', field: join(path, '__proto__'), value: withProto(whole) };
    for (const [name, inner] of Object.entries(def.shape)) {
      const { [name]: _, ...without } = whole;
      if (!z.safeParse(inner, undefined).success)
        yield { what: 'missing', field: join(path, name), value: without };
      for (const spoilt of spoil(inner, join(path, name)))
        yield { ...spoilt, value: { ...whole, [name]: spoilt.value } };
    }
  } else if (def.type === 'array') {
    const element = sample(def.element);
    yield { what: 'oversized', field: path, value: Array.from({ length: mostOf(def) + 1 }, () => element) };
    for (const spoilt of spoil(def.element, join(path, '0'))) yield { ...spoilt, value: [spoilt.value] };
  } else if (def.type === 'record') {
    yield { what: 'NUL in a name', field: path, value: { 'a\0b': 1 } };
    yield { what: 'too deep', field: path.split('.')[0] ?? path, value: { a: nested(40) } };
  } else if (def.type !== 'boolean') {
    const huge = typeof sample(schema) === 'number' ? 1e300 : 'x'.repeat(longestOf(def) + 1);
    yield { what: 'oversized', field: path, value: huge };
    yield { what: 'NUL', field: path, value: 'a\0b' };
    yield { what: 'half a surrogate pair', field: path, value: 'a\ud800b' };
  }
}

/** For an incomplete container the error names the missing field; the cases below test that. */
function isPartial(type: string, value: unknown): boolean {
  return (
    (['object', 'record'].includes(type) &&
      typeof value === 'object' &&
      value !== null &&
      !Array.isArray(value)) ||
    (type === 'array' && Array.isArray(value) && value.length > 0)
  );
}

function withProto(whole: Record<string, unknown>): unknown {
  return JSON.parse(JSON.stringify(whole).replace(/^\{/, '{"__proto__":{"x":1},'));
}

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

function join(path: string, name: string): string {
  return path ? `${path}.${name}` : name;
}

interface Sent {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly body?: unknown;
  readonly raw?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
}

async function send(endpoint: Endpoint, sent: Sent): Promise<{ status: number; failure: Partial<Failure> }> {
  const parts = (schema: z.ZodMiniType | undefined, given: unknown) =>
    Object.entries((given ?? (schema ? sample(schema) : {})) as Record<string, unknown>);
  let path = endpoint.path;
  for (const [name, value] of parts(endpoint.params, sent.params))
    path = path.replace(`:${name}`, encodeURIComponent(String(value)));
  const query = new URLSearchParams(
    parts(endpoint.query, sent.query).map(([name, value]) => [name, String(value)]),
  );
  const body =
    sent.raw ?? JSON.stringify(sent.body ?? (endpoint.body ? sample(endpoint.body) : undefined) ?? null);
  const response = await fetch(`${origin}${path}?${query}`, {
    method: endpoint.method,
    redirect: 'manual',
    headers: {
      Authorization: `Bearer ${endpoint.callers === 'resetting' ? 'reset' : 'good'}`,
      'Content-Type': sent.type ?? 'application/json',
      ...sent.headers,
    },
    ...(endpoint.method === 'GET' || !endpoint.body ? {} : { body }),
  });
  const text = await response.text();
  return { status: response.status, failure: text ? JSON.parse(text) : {} };
}

test.each(endpoints)('$name accepts a valid request', async endpoint => {
  expect((await send(endpoint, {})).status).toBe(endpoint.success ?? 200);
});

const withBody = endpoints.filter(({ body }) => body);

describe.each(withBody)('bad bodies of $method $path', endpoint => {
  const spoilt = endpoint.body ? [...spoil(endpoint.body, '')] : [];
  const limit = endpoint.bodyLimit ?? 65_536;

  test(`${spoilt.length} spoilt bodies: 400 naming the field`, async () => {
    expect(spoilt.length).toBeGreaterThan(3);
    for (const { what, field, value } of spoilt) {
      const { status, failure } = await send(endpoint, { raw: JSON.stringify(value) });
      expect({ what, status, field: failure.errorField }).toEqual({ what, status: 400, field });
      expect(failure.message).toContain(field);
    }
    // One request each: a body with a thousand fields is slow on a busy machine.
  }, 300_000);

  test('nothing', async () => {
    const { status, failure } = await send(endpoint, { raw: '' });
    expect({ status, field: failure.errorField }).toEqual({ status: 400, field: expect.any(String) });
  });

  test.each<[string, Sent, number, string]>([
    ['malformed JSON', { raw: '{"a":' }, 400, 'body'],
    ['a bare value', { raw: '7' }, 400, 'body'],
    ['more than the limit', { raw: JSON.stringify({ a: 'x'.repeat(limit) }) }, 413, 'body'],
    ['a form', { raw: 'a=1', type: 'application/x-www-form-urlencoded' }, 415, 'Content-Type'],
    ['compressed', { raw: '{}', headers: { 'Content-Encoding': 'gzip' } }, 415, 'body'],
    ['another charset', { raw: '{}', type: 'application/json; charset=latin1' }, 415, 'body'],
    ['a bad command id', { headers: { 'Idempotency-Key': 'seven' } }, 400, 'Idempotency-Key'],
  ])('%s', async (_, sent, status, field) => {
    const got = await send(endpoint, sent);
    expect({ status: got.status, field: got.failure.errorField }).toEqual({ status, field });
  });
});

describe.each(endpoints.filter(({ params }) => params))('bad addresses of $method $path', endpoint => {
  test('each parameter', async () => {
    const good = sample(endpoint.params as z.ZodMiniType) as Record<string, unknown>;
    for (const name of Object.keys(good))
      for (const bad of ['x'.repeat(300), 'a\0b', '💥'.repeat(300)]) {
        const { status, failure } = await send(endpoint, { params: { ...good, [name]: bad } });
        expect({ name, status, field: failure.errorField }).toEqual({ name, status: 400, field: name });
      }
  });

  test('broken percent-encoding', async () => {
    const path = endpoint.path.replace(/:\w+/g, '%E0%A4%A');
    const response = await fetch(origin + path, {
      method: endpoint.method,
      headers: { Authorization: 'Bearer x' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ errorField: 'address' });
  });
});

describe.each(endpoints.filter(({ query }) => query))('bad queries of $method $path', endpoint => {
  test('missing, unknown, twice, too long', async () => {
    const good = sample(endpoint.query as z.ZodMiniType) as Record<string, string>;
    expect((await send(endpoint, { query: { ...good, surprise: 1 } })).failure.errorField).toBe('surprise');
    for (const name of Object.keys(good)) {
      const { [name]: _, ...without } = good;
      const isNeeded = !z.safeParse(endpoint.query as z.ZodMiniType, without).success;
      if (isNeeded) expect((await send(endpoint, { query: without })).failure.errorField).toBe(name);
      expect(
        (await send(endpoint, { query: { ...good, [name]: 'x'.repeat(5_000) } })).failure.errorField,
      ).toBe(name);
      const doubled = new URLSearchParams([...Object.entries(without), [name, 'a'], [name, 'b']]);
      const twice = await fetch(`${origin}${endpoint.path}?${doubled}`, {
        headers: { Authorization: 'Bearer x' },
      });
      expect(twice.status).toBe(400);
      expect(await twice.json()).toMatchObject({ errorField: name });
    }
  });
});
