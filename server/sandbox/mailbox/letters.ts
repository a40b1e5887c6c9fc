import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { uuidv7 } from 'uuidv7';

/** A mail the application sent, as the mailbox shows it. */
export interface Letter {
  readonly id: string;
  /** ISO 8601, when it arrived here. */
  readonly arrivedAt: string;
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Null when the mail has no HTML part. */
  readonly html: string | null;
  /** Addresses a reader could click, in order. */
  readonly links: readonly string[];
}

/** Mails on disk, so that a restart loses none; the oldest go when there are more than `KEPT`. */
export interface Letters {
  readonly put: (raw: Buffer) => Promise<string>;
  /** Newest first. */
  readonly all: () => Promise<readonly Letter[]>;
  readonly byId: (id: string) => Promise<Letter | undefined>;
}

const KEPT = 100;
/** A UUIDv7: the order of names is the order of arrival. */
const name = /^([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f-]{21})\.eml$/;

export async function lettersIn(directory: string): Promise<Letters> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const parsed = new Map<string, Letter>();
  const ids = async () =>
    (await readdir(directory))
      .flatMap(entry => name.exec(entry)?.[1] ?? [])
      .sort()
      .reverse();
  const load = async (id: string): Promise<Letter | undefined> => {
    const known = parsed.get(id);
    if (known) return known;
    const raw = await readFile(join(directory, `${id}.eml`)).catch(() => undefined);
    if (!raw) return undefined;
    const letter = await parse(id, raw);
    parsed.set(id, letter);
    return letter;
  };
  return {
    put: async raw => {
      const id = uuidv7();
      await writeFile(join(directory, `${id}.part`), raw, { mode: 0o600 });
      await rename(join(directory, `${id}.part`), join(directory, `${id}.eml`));
      for (const old of (await ids()).slice(KEPT)) {
        parsed.delete(old);
        await rm(join(directory, `${old}.eml`), { force: true });
      }
      return id;
    },
    all: async () => (await Promise.all((await ids()).map(load))).filter(letter => letter !== undefined),
    byId: async id => (name.test(`${id}.eml`) ? load(id) : undefined),
  };
}

async function parse(id: string, raw: Buffer): Promise<Letter> {
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
