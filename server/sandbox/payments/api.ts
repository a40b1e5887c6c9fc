import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { InvalidRequest, KeyReused, ObjectNotFound, objectById } from './ledger.ts';
import type { Provider } from './provider.ts';
import { price, type Records } from './records.ts';
import {
  chargeJson,
  customerJson,
  disputeJson,
  invoiceJson,
  listOf,
  priceJson,
  sessionJson,
  subscriptionJson,
} from './render.ts';

/** The API key of the real client; the simulated provider accepts no other. */
export const apiKey = 'sk_test_sandbox_of_camino';

type Fields = Readonly<Record<string, unknown>>;

/** The part of the provider's API that the application uses to sell one subscription, under `/v1`. */
export function providerApi(
  provider: Provider,
  {
    checkoutUrl,
    portalUrl,
  }: { checkoutUrl: (session: string) => string; portalUrl: (customer: string, returnUrl: string) => string },
): Router {
  const { records } = provider;
  const router = express.Router();
  router.use((request, response, next) => {
    if (request.get('Authorization') === `Bearer ${apiKey}`) return next();
    refuse(response, 401, 'invalid_request_error', 'Invalid API Key provided.');
  });
  router.use(express.urlencoded({ extended: true, limit: '64kb' }));
  const on = (
    method: 'get' | 'post' | 'delete',
    path: string,
    answer: (fields: Fields, id: string, request: Request) => unknown,
  ) =>
    router[method](path, (request, response) => {
      const fields = method === 'get' ? queryOf(request) : ((request.body ?? {}) as Fields);
      response.json(answer(fields, String(request.params['id'] ?? ''), request));
    });

  on('post', '/v1/customers', (fields, _id, request) => {
    const key = request.get('Idempotency-Key');
    const known = key === undefined ? undefined : records.idempotency[key];
    if (known !== undefined) {
      const made = objectById(records.customers, known, 'customer');
      if (made.email !== textOf(fields, 'email'))
        throw new KeyReused('Keys for idempotent requests can only be used with the same parameters.');
      return customerJson(made);
    }
    const customer = provider.createCustomer(textOf(fields, 'email'), textsOf(fields['metadata']));
    if (key !== undefined) records.idempotency[key] = customer.id;
    return customerJson(customer);
  });
  on('get', '/v1/customers', fields =>
    listOf(
      '/v1/customers',
      Object.values(records.customers)
        .filter(
          ({ email, deleted }) => !deleted && (fields['email'] === undefined || fields['email'] === email),
        )
        .map(customerJson),
    ),
  );
  on('get', '/v1/customers/search', fields => {
    const [, key = '', value] = /^metadata\['(\w+)'\]:'(\w+)'$/.exec(required(fields, 'query')) ?? [];
    if (value === undefined)
      throw new InvalidRequest('Only a search for one value of the metadata is simulated.');
    const found = Object.values(records.customers).filter(
      ({ metadata, deleted }) => !deleted && metadata[key] === value,
    );
    return {
      object: 'search_result',
      url: '/v1/customers/search',
      has_more: false,
      data: found.map(customerJson),
    };
  });
  on('get', '/v1/customers/:id', (_fields, id) =>
    customerJson(objectById(records.customers, id, 'customer')),
  );
  on('delete', '/v1/customers/:id', (_fields, id) => customerJson(provider.deleteCustomer(id)));

  on('get', '/v1/prices', fields => {
    const keys = Object.values(textsOf(fields['lookup_keys']));
    return listOf('/v1/prices', keys.length === 0 || keys.includes(price.lookupKey) ? [priceJson()] : []);
  });

  on('post', '/v1/checkout/sessions', fields => {
    const subscriptionData = (fields['subscription_data'] ?? {}) as Fields;
    const customText = (fields['custom_text'] ?? {}) as Fields;
    const session = provider.openSession(
      required(fields, 'customer'),
      {
        successUrl: required(fields, 'success_url'),
        cancelUrl: required(fields, 'cancel_url'),
        submitText: textsOf(customText['submit'])['message'],
      },
      textsOf(subscriptionData['metadata']),
    );
    return sessionJson(session, checkoutUrl(session.id));
  });
  on('get', '/v1/checkout/sessions', fields =>
    listOf(
      '/v1/checkout/sessions',
      matching(records.sessions, fields, ['customer', 'status', 'subscription']).map(session =>
        sessionJson(session, checkoutUrl(session.id)),
      ),
    ),
  );
  on('get', '/v1/checkout/sessions/:id', (_fields, id) =>
    sessionJson(objectById(records.sessions, id, 'checkout.session'), checkoutUrl(id)),
  );
  on('post', '/v1/checkout/sessions/:id/expire', (_fields, id) =>
    sessionJson(provider.expireSession(id), checkoutUrl(id)),
  );

  on('get', '/v1/subscriptions', fields => {
    const expand = Object.values(textsOf(fields['expand'])).some(name =>
      name.startsWith('data.latest_invoice'),
    );
    const all = matching(records.subscriptions, fields, ['customer']);
    const wanted = all.filter(({ status }) =>
      fields['status'] === 'all'
        ? true
        : fields['status'] === undefined
          ? status !== 'canceled'
          : status === fields['status'],
    );
    const { page, hasMore } = pageOf(wanted, fields);
    return listOf(
      '/v1/subscriptions',
      page.map(one => subscriptionJson(records, one, expand)),
      hasMore,
    );
  });
  on('get', '/v1/subscriptions/:id', (_fields, id) =>
    subscriptionJson(records, objectById(records.subscriptions, id, 'subscription')),
  );
  on('post', '/v1/subscriptions/:id', (fields, id) =>
    subscriptionJson(records, provider.setCancelAtPeriodEnd(id, fields['cancel_at_period_end'] === 'true')),
  );
  on('delete', '/v1/subscriptions/:id', (_fields, id) => subscriptionJson(records, provider.cancel(id)));

  on('get', '/v1/invoices', fields =>
    listOf(
      '/v1/invoices',
      matching(records.invoices, fields, ['customer', 'status', 'subscription']).map(invoiceJson),
    ),
  );
  on('get', '/v1/charges', fields =>
    listOf('/v1/charges', matching(records.charges, fields, ['customer']).map(chargeJson)),
  );
  on('get', '/v1/charges/:id', (_fields, id) => chargeJson(objectById(records.charges, id, 'charge')));
  on('get', '/v1/disputes', fields =>
    listOf('/v1/disputes', matching(records.disputes, fields, ['charge']).map(disputeJson)),
  );
  on('post', '/v1/refunds', fields => {
    const amount = fields['amount'] === undefined ? undefined : Number(fields['amount']);
    return provider.refund(required(fields, 'payment_intent'), amount);
  });
  on('post', '/v1/billing_portal/sessions', fields => {
    const { id } = objectById(records.customers, required(fields, 'customer'), 'customer');
    const returnUrl = required(fields, 'return_url');
    return {
      id: `bps_${id}`,
      object: 'billing_portal.session',
      customer: id,
      return_url: returnUrl,
      url: portalUrl(id, returnUrl),
    };
  });

  on('get', '/v1/test_helpers/test_clocks/:id', (_fields, id) => clockJson(records, provider, id));
  on('post', '/v1/test_helpers/test_clocks/:id/advance', (fields, id) => {
    provider.advance(customerOfClock(records, id), Number(required(fields, 'frozen_time')));
    return clockJson(records, provider, id);
  });

  router.use((request, response) =>
    refuse(
      response,
      404,
      'invalid_request_error',
      `Unrecognized request URL (${request.method}: ${request.path}).`,
    ),
  );
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (error instanceof ObjectNotFound)
      refuse(response, 404, 'invalid_request_error', error.message, 'resource_missing');
    else if (error instanceof InvalidRequest) refuse(response, 400, 'invalid_request_error', error.message);
    else if (error instanceof KeyReused) refuse(response, 400, 'idempotency_error', error.message);
    else next(error);
  });
  return router;
}

function refuse(response: Response, status: number, type: string, message: string, code?: string): void {
  response.status(status).json({ error: { type, message, ...(code && { code }) } });
}

/** The query in the provider's notation: `lookup_keys[0]=a` is a list. */
function queryOf(request: Request): Fields {
  const fields: Record<string, unknown> = {};
  for (const [name, value] of new URL(request.url, 'http://localhost').searchParams) {
    const nested = /^(\w+)\[(\w*)\]$/.exec(name);
    if (!nested) fields[name] = value;
    else {
      const list = textsOf(fields[nested[1] ?? '']);
      fields[nested[1] ?? ''] = { ...list, [nested[2] || String(Object.keys(list).length)]: value };
    }
  }
  return fields;
}

function textOf(fields: Fields, name: string): string | null {
  const value = fields[name];
  return typeof value === 'string' && value !== '' ? value : null;
}

function required(fields: Fields, name: string): string {
  const value = textOf(fields, name);
  if (value === null) throw new InvalidRequest(`Missing required param: ${name}.`);
  return value;
}

function textsOf(value: unknown): Readonly<Record<string, string>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, String(one)]));
}

/** The objects that agree with the query in all the named fields, newest first. */
function matching<Kept extends { readonly created: number }>(
  kept: Readonly<Record<string, Kept>>,
  fields: Fields,
  names: readonly string[],
): readonly Kept[] {
  return Object.values(kept)
    .filter(one =>
      names.every(name => fields[name] === undefined || (one as unknown as Fields)[name] === fields[name]),
    )
    .sort((a, b) => b.created - a.created);
}

/** The page for `limit` (10 by default) and `starting_after`. */
function pageOf<Kept extends { readonly id: string }>(
  all: readonly Kept[],
  fields: Fields,
): { readonly page: readonly Kept[]; readonly hasMore: boolean } {
  const first = all.findIndex(({ id }) => id === fields['starting_after']) + 1;
  const end = first + Number(fields['limit'] ?? 10);
  return { page: all.slice(first, end), hasMore: end < all.length };
}

function customerOfClock(records: Records, clock: string): string {
  const customer = Object.values(records.customers).find(one => one.clock === clock);
  if (!customer) throw new ObjectNotFound(`No such test clock: '${clock}'`);
  return customer.id;
}

function clockJson(records: Records, provider: Provider, clock: string) {
  const frozen = provider.now(customerOfClock(records, clock));
  return {
    id: clock,
    object: 'test_helpers.test_clock',
    frozen_time: frozen,
    status: 'ready',
    livemode: false,
  };
}
