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
  unbuilt: true,
});

export const createPortal = endpoint({
  name: 'createPortal',
  method: 'POST',
  path: '/stripe/create-portal-session',
  served: 'command',
  callers: signedIn,
  summary: "Open the payment provider's billing portal.",
  body: z.strictObject({ customerId: z.string().check(z.minLength(1), z.maxLength(255)) }),
  reply: z.object({ url: z.string() }),
  unbuilt: true,
});
