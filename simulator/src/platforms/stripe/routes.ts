import type { Method, Route } from '../../core/platform.ts';
import { answering, type Handler } from './api.ts';
import { listPrices } from './catalogue.ts';
import { payCheckout, showCheckout } from './checkout-page.ts';
import { createCustomer, deleteCustomer, readCustomer } from './customers.ts';
import { listInvoices, payInvoice } from './invoices.ts';
import { changeInPortal, createPortal, showPortal } from './portal.ts';
import { createSession, expireSession, listSessions, readSession } from './sessions.ts';
import type { Stripe } from './store.ts';
import { cancelSubscription, changeSubscription, listSubscriptions, readSubscription } from './subscriptions.ts';

const rows: readonly (readonly [`${Method} ${string}`, Handler, string?])[] = [
  ['POST /v1/customers', createCustomer],
  ['GET /v1/customers/:id', readCustomer],
  ['DELETE /v1/customers/:id', deleteCustomer],
  ['GET /v1/prices', listPrices],
  ['POST /v1/checkout/sessions', createSession],
  ['GET /v1/checkout/sessions', listSessions],
  ['GET /v1/checkout/sessions/:id', readSession],
  ['POST /v1/checkout/sessions/:id/expire', expireSession],
  ['GET /v1/subscriptions', listSubscriptions],
  ['GET /v1/subscriptions/:id', readSubscription],
  ['POST /v1/subscriptions/:id', changeSubscription],
  ['DELETE /v1/subscriptions/:id', cancelSubscription],
  ['GET /v1/invoices', listInvoices],
  ['POST /v1/invoices/:id/pay', payInvoice],
  ['POST /v1/billing_portal/sessions', createPortal],
  ['GET /c/pay/:id', showCheckout, 'checkout'],
  ['POST /c/pay/:id', payCheckout, 'checkout'],
  ['GET /p/session/:id', showPortal, 'billing'],
  ['POST /p/session/:id', changeInPortal, 'billing'],
];

export function makeRoutes(stripe: Stripe): Route[] {
  return rows.map(([line, handler, host = 'api']) => {
    const [method, path = ''] = line.split(' ') as [Method, string];
    // The secret key of the account is checked before faults (`before`).
    return {
      method,
      host,
      path,
      operation: path.startsWith('/v1/subscriptions') ? 'subscribe' : 'other',
      auth: 'none',
      handle: answering(stripe, handler),
    };
  });
}
