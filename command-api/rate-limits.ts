import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Request, Response } from 'express';
import type pg from 'pg';
import { type Refusal, refuse } from '../domain/refusal.ts';

/** Number of attempts allowed per window. */
export interface Limit {
  readonly attempts: number;
  /** Length of a window in seconds, counted from its first attempt. */
  readonly seconds: number;
}

export interface RateLimits {
  /** Sign-ups from one address. */
  readonly signUp: Limit;
  /** Passwords tried at one verification link. */
  readonly verify: Limit;
  /** Logins to one account from one address; a success resets the count. */
  readonly login: Limit;
  /** Logins to one account from anywhere: against guessing with many addresses. */
  readonly loginOfAccount: Limit;
  /** Logins from one address to any account. */
  readonly loginFromAddress: Limit;
  /** Verification mails to one mail address. */
  readonly resend: Limit;
  /** Verification mails asked for from one address. */
  readonly resendFromAddress: Limit;
  /** Reset codes to one mail address, asked for from one address. */
  readonly reset: Limit;
  /** Reset codes asked for from one address. */
  readonly resetFromAddress: Limit;
  /** Reset codes tried from one address. */
  readonly redeem: Limit;
  /** Changes of address asked for by one account: each mails the new one. */
  readonly changeEmail: Limit;
  /** Addresses tried by one account for a change: the refusal tells whether somebody has them. */
  readonly tryEmail: Limit;
  /** Contact messages and issue reports from one address. */
  readonly contactFromAddress: Limit;
  /** Batches of analytics from one address. */
  readonly collectFromAddress: Limit;
  /** Events of analytics in total, to limit how fast they fill the disk. */
  readonly collectedByAll: Limit;
  /** Parts of session recordings from one address. */
  readonly recordFromAddress: Limit;
  /** KiB of session recordings from one browser. */
  readonly recordedByDevice: Limit;
  /** KiB of session recordings in total, to limit how fast they fill the disk. */
  readonly recordedByAll: Limit;
  /** Withdrawals of consent from one address. */
  readonly withdrawFromAddress: Limit;
}

/** An outbox of 500 sentences (answers and last read of each) goes through at once, with room to read on. */
export const commandLimit: Limit = { attempts: 1_500, seconds: 300 };

/** Sized so that a school class behind one address can sign up and log in together. */
export const rateLimits: RateLimits = {
  signUp: { attempts: 60, seconds: 3_600 },
  verify: { attempts: 10, seconds: 3_600 },
  login: { attempts: 10, seconds: 900 },
  loginOfAccount: { attempts: 100, seconds: 3_600 },
  loginFromAddress: { attempts: 300, seconds: 900 },
  resend: { attempts: 5, seconds: 3_600 },
  resendFromAddress: { attempts: 60, seconds: 3_600 },
  reset: { attempts: 5, seconds: 3_600 },
  resetFromAddress: { attempts: 60, seconds: 3_600 },
  redeem: { attempts: 20, seconds: 900 },
  changeEmail: { attempts: 5, seconds: 86_400 },
  tryEmail: { attempts: 60, seconds: 3_600 },
  contactFromAddress: { attempts: 60, seconds: 3_600 },
  // A class of thirty that reads: each sends events every 5 seconds and a part of a recording every 10.
  collectFromAddress: { attempts: 3_000, seconds: 300 },
  // 200 events of each of 10,000 learners.
  collectedByAll: { attempts: 2_000_000, seconds: 86_400 },
  recordFromAddress: { attempts: 1_500, seconds: 300 },
  recordedByDevice: { attempts: 64 * 1_024, seconds: 86_400 },
  // 30 GiB in the 30 days that they are kept.
  recordedByAll: { attempts: 1_024 * 1_024, seconds: 86_400 },
  withdrawFromAddress: { attempts: 300, seconds: 3_600 },
};

/** Someone's attempts at something, for example `{ of: 'login', by: [address, account] }`. */
export interface Attempts {
  readonly of: keyof RateLimits;
  readonly by: readonly string[];
  /** Number of attempts; by default 1. */
  readonly count?: number;
}

/**
 * Counts an attempt against each limit. If one is exceeded, the attempt counts for none, so that refused attempts do not use
 * up a shared limit.
 */
export async function overLimit(
  { pool, limits }: { readonly pool: pg.Pool; readonly limits: RateLimits },
  response: Response,
  ...all: readonly Attempts[]
): Promise<Refusal | undefined> {
  const counted: Attempts[] = [];
  for (const attempts of all) {
    const wait = await attempt(pool, attempts, limits[attempts.of]);
    if (wait > 0) {
      for (const earlier of counted) await giveBack(pool, earlier);
      response.setHeader('Retry-After', String(wait));
      return tooMany(wait);
    }
    counted.push(attempts);
  }
  return undefined;
}

/**
 * The client's address; Express's `trust proxy` decides which proxies are believed. Of an IPv6 address the /56 network,
 * because a connection at home has that many addresses for itself.
 */
export function addressOf({ ip = '' }: Pick<Request, 'ip'>): string {
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (ipv4 !== undefined || !isIPv6(ip)) return ipv4 ?? ip;
  const [before = '', after] = ip.split('%', 1).join().split('::');
  const [left, right] = [before, after ?? ''].map(side => side.split(':').filter(Boolean));
  const zeros = after === undefined ? 0 : 8 - (left?.length ?? 0) - (right?.length ?? 0);
  const groups = [...(left ?? []), ...Array<string>(zeros).fill('0'), ...(right ?? [])];
  const [a, b, c, d] = groups.map(group => Number.parseInt(group, 16));
  return [a, b, c, (d ?? 0) >> 8].join(':');
}

/** Counts one attempt. @returns seconds to wait when there were too many, else 0 */
async function attempt(pool: pg.Pool, attempts: Attempts, limit: Limit): Promise<number> {
  const { rows } = await pool.query<{ count: number; wait: number }>(
    `insert into rate_limits as counted (key, started_at, count) values ($1, now(), $4)
     on conflict (key) do update set
       count = case when counted.started_at > now() - make_interval(secs => $2) then least(counted.count + $4, $3 + $4) else $4 end,
       started_at = case when counted.started_at > now() - make_interval(secs => $2) then counted.started_at else now() end
     returning count, ceil(extract(epoch from started_at - now()) + $2)::int as wait`,
    [keyOf(attempts), limit.seconds, limit.attempts, attempts.count ?? 1],
  );
  const { count = 1, wait = 0 } = rows[0] ?? {};
  if (count === 1) await pool.query("delete from rate_limits where started_at < now() - interval '1 day'");
  if (count <= limit.attempts) return 0;
  // A single attempt finds the limit reached in any case.
  if (attempts.count !== undefined) await giveBack(pool, attempts);
  return Math.max(wait, 1);
}

/** Takes back an attempt that was counted. */
async function giveBack(pool: pg.Pool, attempts: Attempts): Promise<void> {
  await pool.query('update rate_limits set count = greatest(count - $2, 0) where key = $1', [
    keyOf(attempts),
    attempts.count ?? 1,
  ]);
}

export async function clearAttempts(pool: pg.Pool, attempts: Attempts): Promise<void> {
  await pool.query('delete from rate_limits where key = $1', [keyOf(attempts)]);
}

function tooMany(wait: number): Refusal {
  const minutes = Math.ceil(wait / 60);
  return refuse('too many attempts', {
    because: 'rate',
    verbose: `Too many attempts. Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`,
  });
}

/** Hashed, so that the table contains no addresses. */
function keyOf({ of, by }: Attempts): string {
  return `${of} ${createHash('sha256').update(JSON.stringify(by)).digest('base64url')}`;
}
