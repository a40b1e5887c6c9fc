import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { hashSource } from '../web-app/theme-script.ts';
import { securityHeaders } from './security-headers.ts';

async function headersOf(options: Parameters<typeof securityHeaders>[0], path: string): Promise<Headers> {
  const app = express().use(securityHeaders(options));
  app.use((_request, response) => void response.send('page'));
  const server = app.listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  onTestFinished(() => void server.close());
  return (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`)).headers;
}

const usual = { overHttps: true, withRecaptcha: false, analyticsHost: undefined, scripts: [] };

test('nothing comes from elsewhere, no script stands in a page unless it is named, nobody frames it', async () => {
  const headers = await headersOf(usual, '/library');
  const policy = headers.get('content-security-policy') ?? '';
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('http');
  expect(policy.split(';').find(part => part.startsWith('script-src'))).not.toContain('unsafe');
  const named = await headersOf({ ...usual, scripts: [hashSource('run()')] }, '/library');
  expect(named.get('content-security-policy')).toMatch(/script-src 'self' 'sha256-[\w+/]{43}=';/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('referrer-policy')).toBe('same-origin');
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains');
});

test('pages whose address held a secret tell nobody where a visitor came from', async () => {
  for (const path of [
    '/verify-email',
    '/confirm-email',
    '/revert-email',
    '/reset-password',
    '/auth/login/google',
  ])
    expect((await headersOf(usual, path)).get('referrer-policy')).toBe('no-referrer');
});

test('browsers may send to the analytics provider where there is one, and to nobody else', async () => {
  const policyOf = async (analyticsHost: string | undefined) =>
    (await headersOf({ ...usual, analyticsHost }, '/')).get('content-security-policy')?.split(';');
  expect(await policyOf(undefined)).toContain("connect-src 'self'");
  expect(await policyOf('https://api.example')).toContain("connect-src 'self' https://api.example");
});

test('Google is allowed where its check is offered, https insisted on where it is', async () => {
  const headers = await headersOf({ ...usual, overHttps: false, withRecaptcha: true }, '/sign-up');
  expect(headers.get('content-security-policy')).toContain(
    "script-src 'self' https://www.google.com/recaptcha/",
  );
  expect(headers.get('strict-transport-security')).toBeNull();
});
