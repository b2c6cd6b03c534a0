import { createHash } from 'node:crypto';
import type { CheckoutOptions, OpenCheckout, Payments } from '../../core/billing/payments.ts';
import type { Context } from '../../core/context.ts';
import { askPayments, billingConflict } from './billing.ts';
import * as customers from './billing-customer.repository.ts';

const ROUNDS_MAX = 5;

/**
 * Opens the only checkout of a customer and closes the earlier one. A call with the same options within a minute gets the
 * same checkout. Calls at once compare the noted checkout before they replace it, so exactly one stays open.
 * `subscribed`: a subscription runs, and no checkout is open. undefined: the processor has deleted the customer.
 */
export async function openOnlyCheckout(
  { db, tenant }: Pick<Context, 'db' | 'tenant'>,
  payments: Payments,
  options: CheckoutOptions,
): Promise<OpenCheckout | 'subscribed' | undefined> {
  const key = createHash('sha256').update(JSON.stringify(options)).digest('hex');
  const close = (id: string) => askPayments(payments.closeCheckout(id));
  for (let round = 1; round <= ROUNDS_MAX; round += 1) {
    const customer = await customers.find(db, tenant.id);
    if (customer === undefined || customer.is_ending) throw billingConflict('The workspace is being deleted.');
    const { checkout_id: earlier } = customer;
    const recent = await customers.recentCheckout(db, tenant.id, key);
    const found = recent === undefined ? undefined : await askPayments(payments.findCheckout(recent));
    if (found?.url !== undefined) return { id: found.id, url: found.url };
    const opened = await askPayments(payments.openCheckout(options));
    if (opened === undefined) return undefined;
    if (earlier !== null) await close(earlier);
    // The earlier checkout is closed now, or its payment has begun a subscription.
    const isSubscribed = (await askPayments(payments.subscriptionOf(options.customerId))) !== undefined;
    if (!isSubscribed && (await customers.noteCheckout(db, tenant.id, customer, { id: opened.id, key }))) return opened;
    await close(opened.id);
    if (isSubscribed) return 'subscribed';
  }
  throw billingConflict('Other checkouts are being opened at this moment. Try again.');
}
