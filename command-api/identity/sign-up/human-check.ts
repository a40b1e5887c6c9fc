import { type KeyObject, randomInt } from 'node:crypto';
import { createChallenge, type Payload, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { sql, type Transaction } from 'kysely';
import * as z from 'zod/mini';
import type { Database } from '../../../database/tables.ts';
import type { HumanCheck } from '../dependencies.ts';
import { hashOf, keyFor } from '../secret.ts';

export interface RecaptchaKeys {
  readonly siteKey: string;
  readonly secretKey: string;
  /** Address of Google's check; undefined: the usual one. */
  readonly verifyUrl?: string;
}

/** About half a second on a phone, which is expensive for thousands of accounts. */
const work = { algorithm: 'PBKDF2/SHA-256', cost: 1_000, least: 100, most: 300 } as const;
/** Milliseconds to fill in the form after the challenge was made. */
const CHALLENGE_LIFETIME = 10 * 60_000;
const usualVerifyUrl = 'https://www.google.com/recaptcha/api/siteverify';

/** Human verification (spec 5): ALTCHA's proof of work on our own server; reCAPTCHA where its keys are set. */
export function humanChecks({
  key,
  recaptcha,
}: {
  readonly key: KeyObject;
  readonly recaptcha?: RecaptchaKeys | undefined;
}): HumanCheck {
  const secrets = {
    hmacSignatureSecret: keyFor('altcha challenge', key),
    hmacKeySignatureSecret: keyFor('altcha key', key),
  };
  return {
    recaptchaSiteKey: recaptcha?.siteKey ?? null,
    challenge: async () => {
      const { algorithm, cost, least, most } = work;
      const challenge = await createChallenge({
        algorithm,
        cost,
        counter: randomInt(least, most),
        deriveKey,
        expiresAt: new Date(Date.now() + CHALLENGE_LIFETIME),
        ...secrets,
      });
      return { ...challenge, parameters: { ...challenge.parameters } };
    },
    passes: async proof => {
      if (!proof) return false;
      if (proof.by === 'recaptcha')
        return recaptcha !== undefined && (await passesRecaptcha(recaptcha, proof.value));
      const payload = payloadOf(proof.value);
      if (!payload) return false;
      const { verified } = await verifySolution({ ...payload, deriveKey, ...secrets });
      return verified;
    },
    spend: async (trx, proof) => {
      const payload = proof?.by === 'altcha' ? payloadOf(proof.value) : undefined;
      // Google itself accepts a token once.
      return payload === undefined || (await isFirstUse(trx, payload));
    },
  };
}

/** The widget sends base64 of JSON, which is untrusted. */
function payloadOf(value: string): Payload | undefined {
  try {
    const payload = Payloads.safeParse(JSON.parse(Buffer.from(value, 'base64').toString()));
    return payload.success ? (payload.data as unknown as Payload) : undefined;
  } catch {
    return undefined;
  }
}

const short = z.string().check(z.maxLength(512));
const Payloads = z.object({
  challenge: z.object({
    parameters: z.looseObject({
      algorithm: z.literal(work.algorithm),
      cost: z.literal(work.cost),
      nonce: short,
      salt: short,
      keyLength: z.int().check(z.minimum(1), z.maximum(64)),
    }),
    signature: short,
  }),
  solution: z.looseObject({ counter: z.int(), derivedKey: short }),
});

async function isFirstUse(trx: Transaction<Database>, { challenge }: Payload): Promise<boolean> {
  const used = await trx
    .insertInto('used_human_checks')
    .values({
      challenge: hashOf(`${challenge.parameters.nonce} ${challenge.parameters.salt}`),
      expires_at: sql<Date>`now() + interval '1 hour'`,
    })
    .onConflict(conflict => conflict.doNothing())
    .returning('challenge')
    .executeTakeFirst();
  return used !== undefined;
}

const Verdict = z.object({ success: z.boolean() });

/** Google accepts each token once. When Google is unreachable the check fails; ALTCHA is the alternative. */
async function passesRecaptcha(
  { secretKey: secret, verifyUrl = usualVerifyUrl }: RecaptchaKeys,
  response: string,
): Promise<boolean> {
  try {
    const reply = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response }),
      signal: AbortSignal.timeout(5_000),
    });
    const verdict = Verdict.safeParse(await reply.json());
    return verdict.success && verdict.data.success;
  } catch {
    return false;
  }
}
