import { createHmac } from 'node:crypto';
import type { ProviderEvent } from './records.ts';

/** The key with which the simulated provider signs its webhooks. */
export const webhookSecret = 'whsec_sandbox_of_camino';

/** Pauses before a webhook is sent again, in milliseconds; the last one repeats. */
const RETRY_DELAYS = [100, 300, 1_000, 3_000, 10_000, 60_000];

/** The `Stripe-Signature` header of a payload. @param at seconds since 1970 */
export function signatureOf(payload: string, at: number, secret = webhookSecret): string {
  return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${payload}`).digest('hex')}`;
}

export function payloadOf({ id, type, created, object }: ProviderEvent): string {
  return JSON.stringify({ id, object: 'event', type, created, livemode: false, data: { object } });
}

/**
 * Sends events to the application, each by itself and again until it is accepted. Their order is not kept, as with the
 * real provider.
 * @param delivered called for each event that was accepted
 */
export function webhookSender(delivered: (event: ProviderEvent) => void) {
  let url: string | undefined;
  const waiting = new Set<ProviderEvent>();
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  async function send(event: ProviderEvent, tried: number): Promise<void> {
    if (url === undefined || stopped) return;
    const payload = payloadOf(event);
    const headers = {
      'Content-Type': 'application/json',
      'Stripe-Signature': signatureOf(payload, Math.floor(Date.now() / 1_000)),
    };
    const accepted = await fetch(url, {
      method: 'POST',
      headers,
      body: payload,
      signal: AbortSignal.timeout(10_000),
    }).then(
      response => response.ok,
      () => false,
    );
    if (accepted) {
      waiting.delete(event);
      delivered(event);
      return;
    }
    if (stopped) return;
    const timer = setTimeout(
      () => {
        timers.delete(timer);
        void send(event, tried + 1);
      },
      RETRY_DELAYS[Math.min(tried, RETRY_DELAYS.length - 1)],
    );
    timers.add(timer);
  }

  return {
    emit(event: ProviderEvent): void {
      waiting.add(event);
      void send(event, 0);
    },
    /** Events wait until the address is known. */
    deliverTo(address: string): void {
      url = address;
      for (const event of waiting) void send(event, 0);
    },
    stop(): void {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}
