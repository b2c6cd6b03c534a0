import { tell } from './events.ts';
import { change, type Stripe } from './store.ts';
import { invoiceView } from './views.ts';

const daySeconds = 24 * 3600;
/** Days from one failed attempt to the next. After the last one the subscription ends. */
const retryDays = [3, 5, 7];

/** Only automatic attempts are counted, and followed by the next one. */
export type Attempt = 'automatic' | 'manual';

/** Charges the card of the customer for an open invoice, and tells the service. */
export function charge(
  stripe: Stripe,
  invoiceId: string,
  kind: Attempt,
  at: number,
): 'paid' | 'failed' | 'given_up' | 'none' {
  const { store } = stripe;
  const invoice = store.invoices.get(invoiceId);
  if (invoice === undefined || invoice.status !== 'open') return 'none';
  const attempt_count = invoice.attempt_count + (kind === 'automatic' ? 1 : 0);
  if (store.customers.get(invoice.customer)?.card === 'pays') {
    const paid = change(store.invoices, invoice, { status: 'paid', attempt_count, next_payment_attempt: null });
    tell(stripe, 'invoice.paid', invoice.customer, at, invoiceView(paid));
    return 'paid';
  }
  const days = retryDays[attempt_count - 1];
  const next = kind === 'manual' ? invoice.next_payment_attempt : days === undefined ? null : at + days * daySeconds;
  const failed = change(store.invoices, invoice, { attempt_count, next_payment_attempt: next });
  tell(stripe, 'invoice.payment_failed', invoice.customer, at, invoiceView(failed));
  return next === null ? 'given_up' : 'failed';
}
