import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

export interface MailServer {
  readonly url: string;
  /** What arrived, oldest first. */
  readonly mails: Email[];
  readonly close: () => Promise<void>;
}

/**
 * A real mail server for one test, or with `keep` until the caller closes it.
 * @param refuses recipients it answers with 550, repeating their address as real ones do
 */
export async function mailServer({
  refuses,
  keep = false,
}: {
  readonly refuses?: RegExp;
  readonly keep?: boolean;
} = {}): Promise<MailServer> {
  const mails: Email[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      done(
        refuses?.test(address)
          ? Object.assign(new Error(`<${address}>: no such user`), { responseCode: 550 })
          : null,
      ),
    onData: (stream, _session, done) => {
      buffer(stream)
        .then(raw => PostalMime.parse(raw))
        .then(mail => {
          mails.push(mail);
          done();
        }, done);
    },
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  let closed: Promise<void> | undefined;
  const close = () => {
    closed ??= new Promise(resolve => server.close(() => resolve()));
    return closed;
  };
  if (!keep) onTestFinished(close);
  return { url: `smtp://127.0.0.1:${port}`, mails, close };
}
