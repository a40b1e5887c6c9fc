import { type Challenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';

/** Solves the challenge of a running app, as the widget does in a browser; for the body of a sign-up. */
export async function proofOfHuman(origin: string): Promise<{ by: 'altcha'; value: string }> {
  const challenge = (await (await fetch(`${origin}/auth/human-check/challenge`)).json()) as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey });
  return { by: 'altcha', value: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') };
}
