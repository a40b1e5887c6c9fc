import { createHash } from 'node:crypto';
import escapeHtml from 'escape-html';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { InvalidRequest, ObjectNotFound, objectById } from './ledger.ts';
import type { Provider } from './provider.ts';
import { type Charge, type Customer, price, type Subscription } from './records.ts';

/** Where the pages of the simulated provider are. */
export const pagesPath = '/dev/payments';

const dollars = `$${(price.amount / 100).toFixed(2)}`;

/** The simulated checkout and portal: plain forms that say what they are. Development only. */
export function paymentPages(provider: Provider): Router {
  const { records } = provider;
  const router = express.Router();
  router.use(pagesPath, express.urlencoded({ extended: false, limit: '8kb' }), (_request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('Content-Security-Policy', policy);
    next();
  });

  router.get(`${pagesPath}/checkout/:id`, ({ params }, response) => {
    const session = objectById(records.sessions, params.id, 'checkout.session');
    if (session.status !== 'open') return send(response, 'This checkout has ended', ended(session.cancelUrl));
    send(
      response,
      'Subscribe to Camino',
      `<p class="price"><strong>${dollars}</strong> a month, until you cancel</p>
       ${session.submitText ? `<p>${escapeHtml(session.submitText)}</p>` : ''}
       <p>Nothing is charged: no card is needed and no bank is involved.</p>
       <form method="post"><button name="do" value="pay">Pay ${dollars} with a test card</button>
       <button name="do" value="pay once">Pay with a card that will be declined at the next renewal</button>
       <button name="do" value="leave" class="quiet">Go back without paying</button></form>`,
    );
  });
  router.post(`${pagesPath}/checkout/:id`, ({ params, body }, response) => {
    const session = objectById(records.sessions, params.id, 'checkout.session');
    if (body?.do === 'leave') return response.redirect(303, session.cancelUrl);
    provider.pay(session.id, body?.do !== 'pay once');
    response.redirect(303, session.successUrl.replace('{CHECKOUT_SESSION_ID}', session.id));
  });

  router.get(`${pagesPath}/portal/:id`, ({ params, query }, response) => {
    const customer = objectById(records.customers, params.id, 'customer');
    send(response, 'Your subscription', portal(provider, customer, String(query['return'] ?? '/')));
  });
  router.post(`${pagesPath}/portal/:id`, ({ params, query, body }, response) => {
    const customer = objectById(records.customers, params.id, 'customer');
    performAction(provider, customer, String(body?.do ?? ''), String(body?.which ?? ''));
    const back = encodeURIComponent(String(query['return'] ?? '/'));
    response.redirect(303, `${pagesPath}/portal/${customer.id}?return=${back}`);
  });

  router.use(pagesPath, (error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (!(error instanceof ObjectNotFound || error instanceof InvalidRequest)) return next(error);
    response.status(error instanceof ObjectNotFound ? 404 : 400);
    send(response, 'Not possible', `<p>${escapeHtml(error.message)}</p>`);
  });
  return router;
}

function performAction(provider: Provider, customer: Customer, what: string, which: string): void {
  const subscription = provider.subscriptionsOf(customer.id).find(({ id }) => id === which);
  const charge = provider.records.charges[which];
  if (subscription) {
    if (what === 'cancel') provider.setCancelAtPeriodEnd(which, true);
    else if (what === 'keep') provider.setCancelAtPeriodEnd(which, false);
    else if (what === 'cancel now') provider.cancel(which);
    else if (what === 'good card') provider.setCard(which, true);
    else if (what === 'bad card') provider.setCard(which, false);
    else if (what === 'renew') provider.advance(customer.id, subscription.periodEnd);
    else if (what === 'day') provider.advance(customer.id, provider.now(customer.id) + 86_400);
  } else if (charge?.customer === customer.id) {
    if (what === 'refund') provider.refund(charge.paymentIntent);
    else if (what === 'refund part') provider.refund(charge.paymentIntent, 100);
    else if (what === 'dispute') provider.dispute(charge.id);
    else if (what === 'won' || what === 'lost') {
      const dispute = Object.values(provider.records.disputes).find(one => one.charge === charge.id);
      if (dispute) provider.closeDispute(dispute.id, what);
    }
  }
}

function portal(provider: Provider, customer: Customer, returnUrl: string): string {
  const { records } = provider;
  const subscriptions =
    provider.subscriptionsOf(customer.id).map(subscriptionForm).join('') || '<p>There is none.</p>';
  const charges = Object.values(records.charges)
    .filter(charge => charge.customer === customer.id)
    .map(charge =>
      chargeForm(charge, Object.values(records.disputes).find(one => one.charge === charge.id)?.status),
    )
    .join('');
  return `<p>It is ${day(provider.now(customer.id))} on this customer's clock.</p>${subscriptions}
    ${charges && `<h2>Payments</h2>${charges}`}
    <p><a href="${escapeHtml(returnUrl)}">Return to Camino</a></p>`;
}

function subscriptionForm(subscription: Subscription): string {
  const { id, status, periodEnd, cancelAtPeriodEnd, cardWorks } = subscription;
  const state =
    status === 'canceled'
      ? 'Canceled.'
      : `${status === 'active' ? 'Active' : 'The last payment failed'}. ${cancelAtPeriodEnd ? 'Ends' : 'Renews'} on ${day(periodEnd)}. The card on file ${cardWorks ? 'works' : 'is declined'}.`;
  if (status === 'canceled') return `<section><p>${state}</p></section>`;
  return form(state, id, [
    cancelAtPeriodEnd ? ['keep', 'Keep the subscription'] : ['cancel', 'Cancel at the end of the period'],
    ['cancel now', 'Cancel at once'],
    cardWorks
      ? ['bad card', 'Put a card on file that is declined']
      : ['good card', 'Put a card on file that works'],
    ['renew', 'Let time pass until the renewal'],
    ['day', 'Let a day pass'],
  ]);
}

function chargeForm({ id, created, amount, amountRefunded }: Charge, dispute: string | undefined): string {
  const refunded = amountRefunded > 0 ? `, $${(amountRefunded / 100).toFixed(2)} refunded` : '';
  const disputed = dispute ? `, dispute: ${dispute.replace('_', ' ')}` : '';
  return form(`${dollars} on ${day(created)}${refunded}${disputed}`, id, [
    ...(amountRefunded < amount
      ? ([
          ['refund', 'Refund'],
          ['refund part', 'Refund $1'],
        ] as const)
      : []),
    ...(dispute === undefined ? ([['dispute', 'Open a dispute']] as const) : []),
    ...(dispute === 'needs_response'
      ? ([
          ['won', 'Dispute won'],
          ['lost', 'Dispute lost'],
        ] as const)
      : []),
  ]);
}

function form(text: string, which: string, buttons: readonly (readonly [string, string])[]): string {
  const all = buttons.map(
    ([value, label]) => `<button name="do" value="${value}" class="quiet">${label}</button>`,
  );
  return `<section><p>${text}</p><form method="post"><input type="hidden" name="which" value="${which}">${all.join('')}</form></section>`;
}

const ended = (url: string) =>
  `<p>It was paid, or another one was begun since.</p><p><a href="${escapeHtml(url)}">Return to Camino</a></p>`;

const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

const style = `
  :root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
  body { margin: 2rem auto; max-width: 34rem; padding: 0 1rem; }
  .notice { border: 2px dashed currentColor; border-radius: 8px; padding: 0.5rem 1rem; }
  .price strong { font-size: 2rem; }
  form { display: grid; gap: 0.5rem; }
  button { background: #2b4c8c; border: 0; border-radius: 8px; color: #fff; font: inherit; min-height: 44px; padding: 0.5rem 1rem; }
  button.quiet { background: none; border: 1px solid currentColor; color: inherit; }
  section { border-top: 1px solid color-mix(in srgb, currentColor 25%, transparent); padding: 0.5rem 0 1rem; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');
// A form is answered with a redirect to the application, which the policy allows as 'self'.
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`;

function send(response: Response, title: string, content: string): void {
  response.type('html').send(`<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${style}</style></head>
<body><main><p class="notice"><strong>Simulated payments.</strong> This page stands in for the payment provider on a developer's
machine. No money moves.</p><h1>${title}</h1>${content}</main></body></html>`);
}
