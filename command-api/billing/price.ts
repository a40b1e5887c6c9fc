import type { Stripe } from 'stripe';
import { defaultPrice } from '../../facade/site.ts';

/** How long the provider's price is cached, in milliseconds. */
const CACHE_TIME = 600_000;

/**
 * The price that the pages show (spec 1), fetched from the provider every ten minutes at most; spec 9's while it does not
 * answer or has no such price.
 */
export function priceText(stripe: Stripe, lookupKey: string): () => Promise<string> {
  let known: { readonly text: string; readonly until: number } | undefined;
  let asking: Promise<string> | undefined;
  const ask = async () => {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    return textOf(data[0]) ?? defaultPrice;
  };
  return async () => {
    if (known && Date.now() < known.until) return known.text;
    asking ??= ask()
      .catch(() => known?.text ?? defaultPrice)
      .then(text => {
        known = { text, until: Date.now() + CACHE_TIME };
        asking = undefined;
        return text;
      });
    return asking;
  };
}

function textOf(price: Stripe.Price | undefined): string | undefined {
  if (!price?.recurring || price.unit_amount === null) return undefined;
  const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency });
  const digits = money.resolvedOptions().maximumFractionDigits ?? 2;
  const { interval, interval_count: count } = price.recurring;
  return `${money.format(price.unit_amount / 10 ** digits)} / ${count === 1 ? interval : `${count} ${interval}s`}`;
}
