/**
 * A rule said no. Refusals are values, never exceptions; the facade turns them into an HTTP reply in one place.
 * `refused` is a message code of the specification (section 8) where it has one.
 */
export interface Refusal {
  readonly refused: string;
  /** The field of the request the refusal is about. */
  readonly field?: string;
  /** Says more than the code, for people. */
  readonly verbose?: string;
  /** 'missing': no such thing, or not the caller's. 'conflict': true a moment ago. 'payment': needs a subscription. 'unavailable': somebody else's service does not answer. Default: a rule. */
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
