import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import type { Router } from 'express';
import { SMTPServer } from 'smtp-server';
import { mailboxPages } from './pages.ts';
import { type MailStore, openMailStore } from './store.ts';

export interface Mailbox {
  /** For the application's SMTP client. */
  readonly smtpUrl: string;
  readonly pages: Router;
  readonly store: MailStore;
  readonly close: () => Promise<void>;
}

/** Largest mail taken, in bytes. */
const LIMIT = 1_000_000;

/** The development mailbox: an SMTP server that delivers nothing and shows the mails it received. */
export async function openMailbox(directory: string, report: (line: string) => void): Promise<Mailbox> {
  const store = await openMailStore(directory);
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    size: LIMIT,
    closeTimeout: 1_000,
    onData(stream, _session, done) {
      contentOf(stream)
        .then(raw => store.put(raw))
        .then(
          () => done(),
          (error: Error) => done(error),
        );
    },
  });
  server.on('error', error => report(`The development mailbox: ${error.message}`));
  await new Promise<void>((resolve, reject) => {
    server.server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  return {
    smtpUrl: `smtp://127.0.0.1:${port}?ignoreTLS=true`,
    pages: mailboxPages(store),
    store: store,
    close: () => new Promise(resolve => server.close(resolve)),
  };
}

async function contentOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    // A mail that is too large is read to its end all the same, or the client would wait.
    if (size <= LIMIT) chunks.push(chunk);
  }
  if (size > LIMIT) throw Object.assign(new Error('the mail is too large'), { responseCode: 552 });
  return Buffer.concat(chunks);
}
