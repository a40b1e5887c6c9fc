import { useSyncExternalStore } from 'react';
import { consentAnswered, storageKey } from './consent-answered.ts';

/** Consent to analytics and to recordings. Nothing is stored before the visitor chooses. */
export type Consent = 'undecided' | 'refused' | 'visits' | 'recordings';
export type Choice = Exclude<Consent, 'undecided'>;

/** Withdrawn, and the server has not confirmed the deletion yet. */
const withdrawing = 'withdrawing';

const consents: readonly (string | null)[] = ['visits', 'recordings'];

/** The choice if storage is not available. */
let unstoredChoice: string | null = null;

function stored(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return unstoredChoice;
  }
}

function store(value: string): void {
  try {
    localStorage.setItem(storageKey, value);
  } catch {
    unstoredChoice = value;
  }
  for (const listener of listeners) listener();
  dispatchEvent(new Event(consentAnswered));
}

const listeners = new Set<() => void>();

/** Whether the browser sends Global Privacy Control, which is a refusal and overrides an earlier choice. */
export function hasPrivacyControl(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}

export function consent(): Consent {
  if (hasPrivacyControl()) return 'refused';
  const value = stored();
  if (value === 'visits' || value === 'recordings') return value;
  return value === 'refused' || value === withdrawing ? 'refused' : 'undecided';
}

/** Whether a consent was withdrawn and its data is not deleted yet. */
export function isWithdrawing(): boolean {
  const value = stored();
  return value === withdrawing || (hasPrivacyControl() && consents.includes(value));
}

export function choose(choice: Choice): void {
  store(choice === 'refused' && (consents.includes(stored()) || isWithdrawing()) ? withdrawing : choice);
}

/** Call it when the data of a withdrawn consent is deleted. */
export function confirmWithdrawal(): void {
  if (isWithdrawing()) store('refused');
}

/** Calls back after a choice in any tab. @returns unsubscribes */
export function followConsent(listener: () => void): () => void {
  const fromOtherTab = ({ key }: StorageEvent) => {
    if (key === storageKey || key === null) listener();
  };
  listeners.add(listener);
  addEventListener('storage', fromOtherTab);
  return () => {
    listeners.delete(listener);
    removeEventListener('storage', fromOtherTab);
  };
}

/** Undefined on the server. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore<Consent | undefined>(followConsent, consent, () => undefined);
}

export function useIsWithdrawing(): boolean {
  return useSyncExternalStore(followConsent, isWithdrawing, () => false);
}
