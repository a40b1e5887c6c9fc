import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { v7 as uuidv7 } from 'uuid';

/** A mail that the application sent, as the mailbox shows it. */
export interface ReceivedMail {
  readonly id: string;
  /** When the mailbox received it; ISO 8601. */
  readonly arrivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Null when the mail has no HTML part. */
  readonly html: string | null;
  /** The links in the mail, in order. */
  readonly links: readonly string[];
}

/** Mails on disk, so that a restart loses none. The oldest are deleted when there are more than `MAX_MAILS`. */
export interface MailStore {
  readonly put: (raw: Buffer) => Promise<string>;
  /** Newest first. */
  readonly all: () => Promise<readonly ReceivedMail[]>;
  readonly byId: (id: string) => Promise<ReceivedMail | undefined>;
}

const MAX_MAILS = 100;
/** A UUIDv7, so that names are in order of arrival. */
const name = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21})\.eml$/;

export async function openMailStore(directory: string): Promise<MailStore> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const parsed = new Map<string, ReceivedMail>();
  const ids = async () =>
    (await readdir(directory))
      .flatMap(entry => name.exec(entry)?.[1] ?? [])
      .sort()
      .reverse();
  const load = async (id: string): Promise<ReceivedMail | undefined> => {
    const known = parsed.get(id);
    if (known) return known;
    const raw = await readFile(join(directory, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    const received = await parse(id, raw);
    parsed.set(id, received);
    return received;
  };
  return {
    put: async raw => {
      const id = uuidv7();
      await writeFile(join(directory, `${id}.part`), raw, { mode: 0o600 });
      await rename(join(directory, `${id}.part`), join(directory, `${id}.eml`));
      for (const old of (await ids()).slice(MAX_MAILS)) {
        parsed.delete(old);
        await rm(join(directory, `${old}.eml`), { force: true });
      }
      return id;
    },
    all: async () => (await Promise.all((await ids()).map(load))).filter(mail => mail !== undefined),
    byId: async id => (name.test(`${id}.eml`) ? load(id) : undefined),
  };
}

async function parse(id: string, raw: Buffer): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(raw);
  const html = mail.html ?? null;
  const text = mail.text ?? '';
  return {
    id,
    arrivedAt: new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)).toISOString(),
    from: mail.from?.address ?? '',
    to: (mail.to ?? []).flatMap(({ address }) => address ?? []),
    subject: mail.subject ?? '',
    text,
    html,
    links: linksIn(text, html),
  };
}

function linksIn(text: string, html: string | null): readonly string[] {
  const inText = text.match(/https?:\/\/[^\s<>"')]+/g) ?? [];
  const inHtml = [...(html ?? '').matchAll(/\shref="(https?:[^"]+)"/g)].map(([, link = '']) =>
    link.replaceAll('&amp;', '&'),
  );
  return [...new Set([...inText, ...inHtml])];
}
