import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { withRequestContext } from '../../facade/express/request-context.ts';
import { loggerOn } from './logger.ts';

function captured() {
  const lines: string[] = [];
  const logger = loggerOn({ write: line => void lines.push(line) });
  return { logger, lines, last: () => JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> };
}

test('a line is JSON with level, time and message; an error has its type, code, stack and cause', () => {
  const { logger, last } = captured();
  const cause = new Error('the cable');
  const err = Object.assign(new TypeError('broken', { cause }), { code: 'E1', detail: 'Key (email)=(x)' });
  logger.error({ err, projection: 'known-counts' }, 'it failed');
  expect(last()).toMatchObject({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    msg: 'it failed',
    projection: 'known-counts',
    err: { type: 'TypeError', code: 'E1', stack: expect.stringContaining('broken') },
  });
  expect(last()['err']).toMatchObject({ cause: { stack: expect.stringContaining('the cable') } });
  expect(last()['err']).not.toHaveProperty('detail');
});

test('lines of a request carry its id, also behind an await; others carry none', async () => {
  const { logger, lines } = captured();
  const app = express();
  app.use(withRequestContext, async (request, response) => {
    await new Promise(resolve => setTimeout(resolve, 5));
    logger.info(`handled ${request.url}`);
    response.end();
  });
  const server = app.listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await new Promise(resolve => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const replies = await Promise.all(
    [1, 2, 3].map(async number => {
      const { headers } = await fetch(`http://127.0.0.1:${port}/${number}`);
      return { msg: `handled /${number}`, requestId: headers.get('x-request-id') };
    }),
  );
  const logged = lines.map(line => JSON.parse(line) as { msg: string; requestId: string });
  for (const reply of replies) expect(logged).toContainEqual(expect.objectContaining(reply));
  logger.info('nobody asked');
  expect(JSON.parse(lines.at(-1) ?? '')).not.toHaveProperty('requestId');
});

const jwt = `eyJhbGciOiJIUzI1NiJ9.${Buffer.from('{"sub":"maria"}').toString('base64url')}.c2lnbmF0dXJl`;
const secrets = [
  'Camino-2026!',
  'pa55word',
  jwt,
  'r3fr3sh',
  '0dd-t0ken',
  'maria@example.es',
  'ñandú@correo.es',
];

test('no secret and no address is logged, whatever field, message or stack it is in', () => {
  const { logger, lines } = captured();
  logger.info({ password: 'Camino-2026!', body: { password: 'Camino-2026!', accessToken: jwt } }, 'login');
  logger.info(
    { request: { body: { credential: 'maria@example.es' }, headers: { cookie: 'jwt=r3fr3sh' } } },
    'a',
  );
  logger.info({ headers: { authorization: `Bearer ${jwt}`, 'set-cookie': 'jwt=r3fr3sh; Path=/auth' } }, 'b');
  logger.warn('connect postgres://camino:pa55word@127.0.0.1:5432/camino failed');
  logger.warn(
    `GET /reset-password?token=${jwt}&a=1, GET /email-verification/0dd-t0ken, Cookie: jwt=r3fr3sh; b=2`,
  );
  logger.warn({ deep: { deeper: { deepest: [`Authorization: bearer ${jwt}`] } } }, 'c');
  logger.error({ err: new Error('550 <maria@example.es> refused, "ñandú@correo.es" too') }, 'not mailed');
  expect(lines).toHaveLength(7);
  for (const line of lines) {
    for (const secret of secrets) expect(line).not.toContain(secret);
    expect(() => JSON.parse(line)).not.toThrow();
  }
  expect(lines[3]).toContain('postgres://[redacted]@127.0.0.1:5432/camino');
  expect(lines[4]).toContain('&a=1');
});

test('what an operator needs stays: stacks, package versions, codes, positions', () => {
  const { logger, last } = captured();
  const text = 'at /app/node_modules/@eventstore/db-client/dist/index.js:1:2 (vite@8.3.8) 00000000042 23505';
  logger.warn({ err: Object.assign(new Error(text), { code: '23505' }) }, text);
  expect(last()).toMatchObject({ msg: text, err: { code: '23505', stack: expect.stringContaining(text) } });
});

test('JSON in production, readable lines in development', () => {
  const run = (production: boolean) => {
    const program = `
      const { openLogger } = await import(${JSON.stringify(join(import.meta.dirname, 'logger.ts'))});
      const logger = await openLogger({ production: ${production} });
      logger.warn({ projection: 'known-counts' }, 'the log is away');`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', program]).stdout.toString();
  };
  expect(JSON.parse(run(true))).toMatchObject({ level: 'warn', msg: 'the log is away' });
  expect(run(false)).toMatch(/WARN.*the log is away/);
});
