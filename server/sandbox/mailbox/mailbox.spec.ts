import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import nodemailer from 'nodemailer';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../http/listen.ts';
import { openMailbox } from './mailbox.ts';
import { openMailStore } from './store.ts';

async function directory(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'camino-mail-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function mailbox() {
  const box = await openMailbox(await directory(), console.error);
  const web = await listen(express().use(box.pages), { host: '127.0.0.1', port: await free() });
  onTestFinished(async () => {
    await web.drain(0);
    await box.close();
  });
  const transport = nodemailer.createTransport(box.smtpUrl);
  const get = (path: string) => fetch(`http://127.0.0.1:${web.port}${path}`);
  return { send: transport.sendMail.bind(transport), get, store: box.store };
}

async function free(): Promise<number> {
  const { freePort } = await import('../../postgres/port.ts');
  return freePort();
}

const verification = {
  from: 'Camino <no-reply@camino.localhost>',
  to: 'ana@example.org',
  subject: 'Verifica tu correo ñ <b>',
  text: 'Open http://localhost:3000/email-verification/abc?x=1&y=2',
  html: '<p>Hola <a href="http://localhost:3000/email-verification/abc?x=1&amp;y=2">verify</a><script>top.evil=1</script></p>',
};

test('a mail that was sent is listed, shown and readable as JSON with its links', async () => {
  const { send, get } = await mailbox();
  await send(verification);
  const [mail, ...others] = await (await get('/dev/mail.json')).json();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({
    from: 'no-reply@camino.localhost',
    to: ['ana@example.org'],
    subject: verification.subject,
    links: ['http://localhost:3000/email-verification/abc?x=1&y=2'],
  });
  expect(Math.abs(Date.parse(mail.arrivedAt) - Date.now())).toBeLessThan(120_000);

  const list = await (await get('/dev/mail')).text();
  expect(list).toContain(`/dev/mail/${mail.id}`);
  expect(list).not.toContain('<b>');
});

test('the content of a mail opens its links in the whole window and can run nothing', async () => {
  const { send, get } = await mailbox();
  await send(verification);
  const [{ id }] = await (await get('/dev/mail.json')).json();
  const content = await get(`/dev/mail/${id}/content`);
  expect(await content.text()).toMatch(/^<!doctype html><base target="_top">.*verify<\/a>/s);
  const policy = content.headers.get('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toMatch(/^sandbox (?!.*allow-scripts)/);
  const page = await (await get(`/dev/mail/${id}`)).text();
  expect(page).toMatch(/<iframe [^>]*sandbox="allow-top-navigation-by-user-activation/);
});

test('an unknown mail, also one named after another file, is not found', async () => {
  const { get } = await mailbox();
  for (const id of ['0190-x', '..%2f..%2fpostgres', '01900000-0000-7000-8000-000000000000'])
    expect((await get(`/dev/mail/${id}`)).status).toBe(404);
});

test('a mail over the limit is refused and the next one is taken', async () => {
  const { send, store } = await mailbox();
  await expect(send({ ...verification, text: 'x'.repeat(1_100_000) })).rejects.toThrow();
  await send(verification);
  expect(await store.all()).toHaveLength(1);
});

test('mails outlive a restart, newest first, and the oldest go', async () => {
  const home = await directory();
  const before = await openMailStore(home);
  for (let index = 0; index < 103; index++) await before.put(Buffer.from(`Subject: ${index}\r\n\r\ntext`));
  const after = await (await openMailStore(home)).all();
  expect(after.map(({ subject }) => Number(subject))).toEqual(Array.from({ length: 100 }, (_, i) => 102 - i));
});
