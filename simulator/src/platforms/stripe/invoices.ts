import { json } from '../../core/calls/response.ts';
import type { Handler } from './api.ts';
import { declined, invalid, noSuch } from './errors.ts';
import type { InvoiceRow, Stripe } from './store.ts';
import { attempt } from './subscribe.ts';
import { invoiceView, listView } from './views.ts';

export const listInvoices: Handler = ({ store }, call) => {
  const { customer, subscription, status } = call.query;
  const rows = store.invoices
    .all()
    .filter((row) => customer === undefined || row.customer === customer)
    .filter((row) => subscription === undefined || row.subscription === subscription)
    .filter((row) => status === undefined || row.status === status)
    .toReversed();
  return json(listView(rows.map(invoiceView), '/v1/invoices'));
};

export const payInvoice: Handler = (stripe, call) => {
  const row = invoiceNamed(stripe, call.param('id'));
  if (row.status === 'paid') throw invalid('invoice', 'Invoice is already paid');
  if (!attempt(stripe, row.id, 'manual')) return declined().answer;
  return json(invoiceView(invoiceNamed(stripe, row.id)));
};

function invoiceNamed({ store }: Stripe, id: string): InvoiceRow {
  const row = store.invoices.get(id);
  if (row === undefined) throw noSuch('invoice', id);
  return row;
}
