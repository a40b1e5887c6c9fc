import { expect, test } from 'vitest';
import { subscriptionsAtProvider } from '../command-api/billing/at-provider.ts';
import { openPaymentProvider } from './payment-provider.ts';

const key = process.env['STRIPE_TEST_SECRET_KEY'];

test.skipIf(!key?.startsWith('sk_test_'))(
  "the real provider's test mode answers what the simulated one does (needs STRIPE_TEST_SECRET_KEY)",
  async () => {
    const { billing, sandbox } = await openPaymentProvider(
      {
        stripeSecretKey: key,
        stripeWebhookSecret: 'whsec_unused',
        stripeAutomaticTax: false,
        withdrawalConsent: false,
        dataDirectory: '',
      },
      () => '',
    );
    expect(sandbox).toBeUndefined();
    const { stripe } = billing;
    const { data: products } = await stripe.products.search({ query: "name:'Camino spec'" });
    const product = products[0] ?? (await stripe.products.create({ name: 'Camino spec' }));
    const price = await stripe.prices.create({
      product: product.id,
      currency: 'usd',
      unit_amount: 1_499,
      recurring: { interval: 'month' },
      lookup_key: 'standard_monthly',
      transfer_lookup_key: true,
    });
    const customer = await stripe.customers.create({
      metadata: { learner: 'spec' },
      payment_method: 'pm_card_visa',
      invoice_settings: { default_payment_method: 'pm_card_visa' },
    });
    try {
      await stripe.subscriptions.create({ customer: customer.id, items: [{ price: price.id }] });
      const [active] = await subscriptionsAtProvider(stripe, customer.id);
      expect(active).toMatchObject({ status: 'active', payment: 'kept', pastDueSince: null });
      expect(Date.parse(active?.paidUntil ?? '')).toBeGreaterThan(Date.now());
    } finally {
      await stripe.customers.del(customer.id);
    }
  },
  60_000,
);
