import { join } from 'node:path';
import { Stripe } from 'stripe';
import type { BillingProvider } from '../command-api/billing/billing.ts';
import type { Configuration } from './configuration.ts';
import { apiKey } from './sandbox/payments/api.ts';
import { openPayments, type Payments } from './sandbox/payments/payments.ts';
import { webhookSecret } from './sandbox/payments/webhooks.ts';

/** Longest wait for an answer of the provider, in milliseconds. */
const TIMEOUT = 10_000;

type Settings = Pick<
  Configuration,
  'stripeSecretKey' | 'stripeWebhookSecret' | 'stripeAutomaticTax' | 'withdrawalConsent' | 'dataDirectory'
>;

export interface PaymentProvider {
  readonly billing: BillingProvider;
  /** The simulated provider of development; undefined with the real one. */
  readonly sandbox: Payments | undefined;
}

/**
 * The real payment provider when its key is set, else the simulated one of development.
 * @param publicUrl called when the simulated provider builds an address of its pages
 */
export async function openPaymentProvider(
  { stripeSecretKey, stripeWebhookSecret, stripeAutomaticTax, withdrawalConsent, dataDirectory }: Settings,
  publicUrl: () => string,
): Promise<PaymentProvider> {
  const options = { automaticTax: stripeAutomaticTax, withdrawalConsent };
  if (stripeSecretKey !== undefined) {
    const stripe = new Stripe(stripeSecretKey, { timeout: TIMEOUT, telemetry: false });
    return { billing: { stripe, webhookSecret: stripeWebhookSecret ?? '', ...options }, sandbox: undefined };
  }
  const sandbox = await openPayments({ file: join(dataDirectory, 'payments.json'), publicUrl });
  return { billing: { ...sandboxBilling(sandbox), ...options }, sandbox };
}

/** The real client connected to the simulated provider. */
export function sandboxBilling({
  api,
}: Pick<Payments, 'api'>): Pick<BillingProvider, 'stripe' | 'webhookSecret'> {
  const stripe = new Stripe(apiKey, { ...api, protocol: 'http', timeout: TIMEOUT, telemetry: false });
  return { stripe, webhookSecret };
}
