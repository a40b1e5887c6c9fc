import { argon2id, hash, verify } from 'argon2';

/** 19 MiB and two passes, the recommended minimum of argon2id, so that a small server can handle many logins at once. */
const cost = { type: argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password, cost);
}

/** The hash to compare with when there is no account, so that the response time does not reveal that. */
let dummyHash: Promise<string> | undefined;

/**
 * @param stored null when there is no such account, or it has no password: then never true, but as slow
 */
export async function isPassword(stored: string | null, password: string): Promise<boolean> {
  dummyHash ??= hashPassword('nobody has this password');
  const matches = await verify(stored ?? (await dummyHash), password);
  return stored !== null && matches;
}
