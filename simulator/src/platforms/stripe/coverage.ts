import type { Covered, Method } from '../../core/platform.ts';
import { usedBy } from '../../core/used-by.ts';

const reference = 'https://docs.stripe.com/api';
const checked = '2026-11-23';

const rows: readonly (readonly [`${Method} ${string}`, string, string?])[] = [
  ['POST /v1/customers', `${reference}/customers/create`],
  ['GET /v1/customers/:id', `${reference}/customers/retrieve`],
  ['DELETE /v1/customers/:id', `${reference}/customers/delete`],
  ['GET /v1/prices', `${reference}/prices/list`],
  ['POST /v1/checkout/sessions', `${reference}/checkout/sessions/create`],
  ['GET /v1/checkout/sessions', `${reference}/checkout/sessions/list`],
  ['GET /v1/checkout/sessions/:id', `${reference}/checkout/sessions/retrieve`],
  ['POST /v1/checkout/sessions/:id/expire', `${reference}/checkout/sessions/expire`],
  ['GET /v1/subscriptions', `${reference}/subscriptions/list`],
  ['GET /v1/subscriptions/:id', `${reference}/subscriptions/retrieve`],
  ['POST /v1/subscriptions/:id', `${reference}/subscriptions/update`],
  ['DELETE /v1/subscriptions/:id', `${reference}/subscriptions/cancel`],
  ['GET /v1/invoices', `${reference}/invoices/list`],
  ['POST /v1/invoices/:id/pay', `${reference}/invoices/pay`],
  ['POST /v1/billing_portal/sessions', `${reference}/customer_portal/sessions/create`],
  ['GET /c/pay/:id', 'https://docs.stripe.com/payments/checkout', 'checkout'],
  ['POST /c/pay/:id', 'https://docs.stripe.com/payments/checkout', 'checkout'],
  ['GET /p/session/:id', 'https://docs.stripe.com/customer-management', 'billing'],
  ['POST /p/session/:id', 'https://docs.stripe.com/customer-management', 'billing'],
];

export const coverage: readonly Covered[] = usedBy(
  rows.map(([line, documentation, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    return {
      method,
      host,
      path,
      operation: path.startsWith('/v1/subscriptions') ? 'subscribe' : 'other',
      documentation,
      checked,
    };
  }),
  {
    connector: {
      'POST /v1/customers': 'customers.create',
      'DELETE /v1/customers/:id': 'customers.del',
      'POST /v1/checkout/sessions': 'sessions.create',
      'GET /v1/checkout/sessions': 'sessions.list',
      'GET /v1/checkout/sessions/:id': 'sessions.retrieve',
      'POST /v1/checkout/sessions/:id/expire': 'sessions.expire',
      'GET /v1/subscriptions': 'subscriptions.list',
      'DELETE /v1/subscriptions/:id': 'subscriptions.cancel',
      'POST /v1/billing_portal/sessions': 'billingPortal.sessions.create',
    },
    judge: {
      'GET /v1/customers/:id': 'customers.retrieve',
      'GET /v1/prices': 'prices.list',
      'GET /v1/subscriptions/:id': 'subscriptions.retrieve',
      'POST /v1/subscriptions/:id': 'subscriptions.update',
      'GET /v1/invoices': 'invoices.list',
      'POST /v1/invoices/:id/pay': 'invoices.pay',
    },
    tour: {
      'GET /c/pay/:id': 'decision=pay',
      'POST /c/pay/:id': 'decision=pay',
      'GET /p/session/:id': 'card=fails_later',
      'POST /p/session/:id': 'card=fails_later',
    },
  },
);
