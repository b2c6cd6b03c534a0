import type { Covered, Method } from '../../core/platform.ts';

const reference = 'https://docs.stripe.com/api';
const checked = '2026-11-23';

const rows: readonly (readonly [`${Method} ${string}`, string, string?])[] = [
  ['POST /v1/customers', `${reference}/customers/create`],
  ['GET /v1/customers/:id', `${reference}/customers/retrieve`],
  ['DELETE /v1/customers/:id', `${reference}/customers/delete`],
  ['GET /v1/prices', `${reference}/prices/list`],
  ['GET /v1/prices/:id', `${reference}/prices/retrieve`],
  ['POST /v1/checkout/sessions', `${reference}/checkout/sessions/create`],
  ['GET /v1/checkout/sessions', `${reference}/checkout/sessions/list`],
  ['GET /v1/checkout/sessions/:id', `${reference}/checkout/sessions/retrieve`],
  ['POST /v1/checkout/sessions/:id/expire', `${reference}/checkout/sessions/expire`],
  ['GET /v1/subscriptions', `${reference}/subscriptions/list`],
  ['GET /v1/subscriptions/:id', `${reference}/subscriptions/retrieve`],
  ['POST /v1/subscriptions/:id', `${reference}/subscriptions/update`],
  ['DELETE /v1/subscriptions/:id', `${reference}/subscriptions/cancel`],
  ['GET /v1/invoices', `${reference}/invoices/list`],
  ['GET /v1/invoices/:id', `${reference}/invoices/retrieve`],
  ['POST /v1/invoices/:id/pay', `${reference}/invoices/pay`],
  ['POST /v1/billing_portal/sessions', `${reference}/customer_portal/sessions/create`],
  ['GET /c/pay/:id', 'https://docs.stripe.com/payments/checkout', 'checkout'],
  ['POST /c/pay/:id', 'https://docs.stripe.com/payments/checkout', 'checkout'],
  ['GET /p/session/:id', 'https://docs.stripe.com/customer-management', 'billing'],
  ['POST /p/session/:id', 'https://docs.stripe.com/customer-management', 'billing'],
];

export const coverage: readonly Covered[] = rows.map(([line, documentation, host = 'api']) => {
  const [method, path = ''] = line.split(' ') as [Method, string];
  return {
    method,
    host,
    path,
    operation: path.startsWith('/v1/subscriptions') ? 'subscribe' : 'other',
    documentation,
    checked,
  };
});
