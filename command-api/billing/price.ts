import type { Stripe } from 'stripe';

/** How long the provider's price is cached, in milliseconds. */
const CACHE_TIME = 600_000;
/** The same after a failure, or when the provider has no such price. */
const SILENT_TIME = 10_000;

/**
 * The price that the pages show (spec 1), fetched from the provider every ten minutes at most. Undefined until the first
 * successful query; after a failure the last known price.
 */
export function priceText(stripe: Stripe, lookupKey: string): () => Promise<string | undefined> {
  let known: { readonly text: string | undefined; readonly until: number } | undefined;
  let asking: Promise<string | undefined> | undefined;
  const ask = async () => {
    const { data } = await stripe.prices.list({ lookup_keys: [lookupKey], active: true, limit: 1 });
    return textOf(data[0]);
  };
  return async () => {
    if (known && Date.now() < known.until) return known.text;
    asking ??= ask()
      .catch(() => undefined)
      .then(text => {
        const until = Date.now() + (text === undefined ? SILENT_TIME : CACHE_TIME);
        known = { text: text ?? known?.text, until };
        asking = undefined;
        return known.text;
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
