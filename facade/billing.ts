import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { signedIn } from './values.ts';

export const createCheckout = endpoint({
  name: 'createCheckout',
  method: 'POST',
  path: '/stripe/create-checkout-session',
  served: 'command',
  callers: signedIn,
  summary: "Begin a checkout at the payment provider; lookup_key is 'standard_monthly'.",
  body: z.strictObject({ lookup_key: z.literal('standard_monthly') }),
  reply: z.object({ url: z.string() }),
});

export const createPortal = endpoint({
  name: 'createPortal',
  method: 'POST',
  path: '/stripe/create-portal-session',
  served: 'command',
  callers: signedIn,
  summary: "Open the payment provider's billing portal for the caller's own customer.",
  body: z.strictObject({ customerId: z.string().check(z.minLength(1), z.maxLength(255)) }),
  reply: z.object({ url: z.string() }),
});

export const refreshSubscription = endpoint({
  name: 'refreshSubscription',
  method: 'POST',
  path: '/stripe/refresh-subscription',
  served: 'command',
  callers: signedIn,
  summary: "Ask the payment provider for the caller's subscription now, without waiting for its webhooks.",
  reply: z.object({ activeSubscription: z.boolean() }),
});

export const subscriptionPrice = endpoint({
  name: 'subscriptionPrice',
  method: 'GET',
  path: '/stripe/price',
  served: 'command',
  callers: 'anyone',
  summary: 'The price of a subscription as the payment provider has it.',
  reply: z.object({
    /** For people, for example '$14.99 / month'. */
    text: z.string(),
  }),
});

export const stripeWebhook = endpoint({
  name: 'stripeWebhook',
  method: 'POST',
  path: '/stripe/webhook',
  served: 'command',
  callers: 'anyone',
  summary: 'Webhooks of the payment provider, signed (Stripe-Signature).',
  reply: z.object({ received: z.boolean() }),
});
