import { useSyncExternalStore } from 'react';
import { consentAnswered, storageKey } from './consent-answered.ts';

/** Whether analytics may count visits, and whether it may record them. Nothing is stored before somebody chooses. */
export type Consent = 'undecided' | 'refused' | 'visits' | 'recordings';
export type Choice = Exclude<Consent, 'undecided'>;

/** Refused after a consent, and the server has not confirmed yet that what was collected is deleted. */
const withdrawing = 'withdrawing';

const consents: readonly (string | null)[] = ['visits', 'recordings'];

/** What was chosen when storage is off and cannot keep it. */
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

/** Whether the browser asks not to be tracked (Global Privacy Control): that is a refusal, whatever was chosen before. */
export function hasPrivacyControl(): boolean {
  return 'globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true;
}

export function consent(): Consent {
  if (hasPrivacyControl()) return 'refused';
  const value = stored();
  if (value === 'visits' || value === 'recordings') return value;
  return value === 'refused' || value === withdrawing ? 'refused' : 'undecided';
}

/** Whether a consent was withdrawn and its traces are not deleted yet. */
export function isWithdrawing(): boolean {
  const value = stored();
  return value === withdrawing || (hasPrivacyControl() && consents.includes(value));
}

export function choose(choice: Choice): void {
  store(choice === 'refused' && (consents.includes(stored()) || isWithdrawing()) ? withdrawing : choice);
}

/** The traces of a withdrawn consent are deleted. */
export function confirmWithdrawal(): void {
  if (isWithdrawing()) store('refused');
}

/** Calls back after a choice, in this tab or in another. @returns ends it */
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

/** Undefined while the page is drawn by the server, which does not know. */
export function useConsent(): Consent | undefined {
  return useSyncExternalStore<Consent | undefined>(followConsent, consent, () => undefined);
}

export function useIsWithdrawing(): boolean {
  return useSyncExternalStore(followConsent, isWithdrawing, () => false);
}
