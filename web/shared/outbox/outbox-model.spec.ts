import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createClient } from '../../../facade/client/client.ts';
import { createOutbox, type Message, type Outbox } from './outbox.ts';
import { sendMessage } from './send.ts';

/**
 * Compares the outbox of one learner with a model: two tabs with one store and one lock, a network that loses requests and
 * replies, another account with the same cookie, and tabs that crash.
 */

type Happening =
  | { readonly type: 'answered'; readonly tab: 0 | 1 }
  | { readonly type: 'crashed'; readonly tab: 0 | 1 }
  | { readonly type: 'online' | 'offline' | 'refusing' | 'replies are lost' }
  | { readonly type: 'signed in'; readonly account: 'ana' | 'benito' }
  | { readonly type: 'waited'; readonly turns: number };

const tab = fc.constantFrom(0 as const, 1 as const);
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('answered' as const), tab }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('crashed' as const), tab }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'online' as const,
        'offline' as const,
        'refusing' as const,
        'replies are lost' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('signed in' as const),
      account: fc.constantFrom('ana' as const, 'benito' as const),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('waited' as const), turns: fc.nat(12) }) },
);

const turn = () => new Promise<void>(resolve => setImmediate(resolve));

/** Ana's outbox in two tabs, and the server. */
function world() {
  let kept: readonly Message[] = [];
  let network: Extract<Happening['type'], 'online' | 'offline' | 'refusing' | 'replies are lost'> = 'online';
  let signedIn: 'ana' | 'benito' = 'ana';
  /** The stored ids in order, by account. A known id is not stored again. */
  const stored = { ana: [] as string[], benito: [] as string[] };
  let lock: Promise<void> = Promise.resolve();
  const lives = [0, 0];

  /** The server for fetch: the cookie belongs to the last login in any tab. */
  async function fetch(url: string | URL | Request, init?: RequestInit): Promise<Response> {
    await turn();
    if (network === 'offline') throw new TypeError('offline');
    if (url === '/auth/refresh') return Response.json({ accessToken: `token of ${signedIn}` });
    const headers = new Headers(init?.headers);
    const account = headers.get('Authorization')?.slice('Bearer token of '.length);
    if (account !== signedIn) return Response.json({ message: 'forbidden' }, { status: 403 });
    if (network === 'refusing') return Response.json({ message: 'no' }, { status: 422 });
    const id = headers.get('Idempotency-Key') ?? '';
    if (!stored[signedIn].includes(id)) stored[signedIn].push(id);
    await turn();
    if (network === 'replies are lost') throw new TypeError('the reply was lost');
    return Response.json({});
  }

  /** The session of a tab; only the client refreshes its token. */
  function session() {
    let token: string | null = 'token of ana';
    const subject = () => token?.slice('token of '.length) ?? null;
    const client = createClient({
      fetch,
      tokens: {
        read: () => token,
        subject,
        store: accessToken => {
          token = accessToken;
        },
        end: () => {
          token = null;
        },
      },
    });
    return {
      send: (message: Message) => sendMessage(client, message, () => subject() === 'ana'),
      logIn: () => {
        token = `token of ${signedIn}`;
      },
    };
  }
  const sessions = [session(), session()] as const;

  function open(number: 0 | 1): Outbox {
    lives[number] = (lives[number] ?? 0) + 1;
    const life = lives[number];
    const isDead = () => lives[number] !== life;
    /** A crashed tab does nothing more; its promises stay pending. */
    const alive = async () => {
      await turn();
      if (isDead()) await new Promise<never>(() => {});
    };
    return createOutbox({
      store: {
        async read() {
          await alive();
          return kept;
        },
        async change(change) {
          await alive();
          kept = change(kept);
        },
      },
      send: sessions[number].send,
      // Like navigator.locks: one at a time, released by a crash.
      exclusively(work) {
        const before = lock;
        const mine = before.then(async () => {
          if (isDead()) return;
          const over = work();
          const dies = (async () => {
            while (!isDead() && !(await Promise.race([over.then(() => true), turn().then(() => false)])));
          })();
          await Promise.race([over, dies]);
        });
        lock = mine;
        return mine;
      },
    });
  }
  const tabs: [Outbox, Outbox] = [open(0), open(1)];
  return {
    stored,
    kept: () => kept,
    reopen: (number: 0 | 1) => {
      tabs[number] = open(number);
    },
    outbox: (number: 0 | 1) => tabs[number],
    network: (next: typeof network) => {
      network = next;
    },
    /** Another account logs in: in a third tab, or in both of these. */
    signIn: (account: typeof signedIn, everywhere = false) => {
      signedIn = account;
      if (everywhere) for (const { logIn } of sessions) logIn();
    },
  };
}

test('in every interleaving each command is stored once under its own account, in order, or reported as refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 30 }), async happenings => {
      const { stored, kept, outbox, reopen, network, signIn } = world();
      const added: string[] = [];
      let [number, wasRefusing] = [0, false];
      for (const it of happenings) {
        if (it.type === 'answered') {
          number += 1;
          const id = `m${number}`;
          await outbox(it.tab).add([
            { id, group: id, kind: 'last read', body: { bookId: 'b', chapter: 1, sentenceId: id } },
          ]);
          added.push(id);
        } else if (it.type === 'crashed') reopen(it.tab);
        else if (it.type === 'signed in') signIn(it.account);
        else if (it.type === 'waited') for (let count = 0; count < it.turns; count++) await turn();
        else {
          wasRefusing ||= it.type === 'refusing';
          network(it.type);
        }
      }
      signIn('ana', true);
      network('online');
      await outbox(0).flush();
      await outbox(1).flush();
      expect(stored.benito).toEqual([]);
      const told = outbox(1)
        .state()
        .refused.map(({ id }) => id);
      expect(new Set([...stored.ana, ...told])).toEqual(new Set(added));
      expect(stored.ana).toEqual(added.filter(id => stored.ana.includes(id)));
      expect(kept().every(({ refused }) => refused !== undefined)).toBe(true);
      if (!wasRefusing) expect(told).toEqual([]);
    }),
    { numRuns: 300 },
  );
});
