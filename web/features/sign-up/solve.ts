import { type Challenge, solveChallengeWorkers } from 'altcha-lib';
import type { Client } from '../../../facade/client/client.ts';
import { humanChallenge } from '../../../facade/identity.ts';
import Pbkdf2Worker from './pbkdf2.worker.ts?worker';

/** Solves a challenge of the server in the background, on at most four cores. @throws CallFailure, or Error in vain */
export async function solve(client: Client, signal: AbortSignal): Promise<string> {
  const challenge = (await client.call(humanChallenge, { signal })) as unknown as Challenge;
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort());
  const solution = await solveChallengeWorkers({
    challenge,
    concurrency: Math.min(4, navigator.hardwareConcurrency || 2),
    createWorker: () => new Pbkdf2Worker(),
    controller,
  });
  if (!solution) throw new Error('the challenge was not solved');
  return btoa(JSON.stringify({ challenge, solution }));
}
