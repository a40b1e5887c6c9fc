/**
 * A command or query was refused by a rule. Refusals are values, never exceptions; `facade/express/failures.ts` turns them
 * into HTTP replies.
 * `refused` is a message code of the specification (section 8) where it has one.
 */
export interface Refusal {
  readonly refused: string;
  /** The field of the request the refusal is about. */
  readonly field?: string;
  /** A sentence for people. */
  readonly verbose?: string;
  /** 'missing': does not exist, or is not the caller's. 'conflict': the state changed. 'payment': needs a subscription. 'unavailable': an external service does not answer. Default: 'rule'. */
  readonly because?: 'missing' | 'conflict' | 'payment' | 'credentials' | 'rate' | 'unavailable' | 'rule';
  readonly username?: string;
  readonly email?: string;
}

export function refuse(refused: string, more: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...more };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}
