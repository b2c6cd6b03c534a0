import { z } from 'zod';
import { PAID_INTERVALS, SOLD_PLANS } from '../../core/billing/payments.ts';
import { notFound } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { askPayments, paymentsOf } from './billing.ts';
import * as customers from './billing-customer.repository.ts';

export const getCheckoutStatus = defineOperation({
  name: 'get_checkout_status',
  summary: 'Get a checkout status',
  description:
    'Shows whether a checkout was paid, and whether its plan is in force. A paid plan is in force within seconds, so ask again. A checkout of somebody else is 404 `not_found`.',
  example: {
    input: { session_id: 'cs_1' },
    output: { id: 'cs_1', status: 'complete', is_paid: true, plan: 'pro', interval: 'monthly' },
  },
  tag: 'Billing',
  http: { method: 'get', path: '/v1/billing/checkout/status', status: 200 },
  scope: 'owner',
  rejects: ['conflict'],
  input: z.strictObject({ session_id: z.string().min(1).max(200).meta({ description: 'The `id` of the checkout' }) }),
  output: z.object({
    id: z.string(),
    status: z.enum(['open', 'complete', 'expired']),
    is_paid: z.boolean(),
    plan: z.enum(SOLD_PLANS).optional().meta({ description: 'The plan of the checkout' }),
    interval: z.enum(PAID_INTERVALS).optional(),
    is_active: z.boolean().meta({ description: 'Whether the workspace has a subscription to this plan now' }),
    livemode: z.boolean(),
  }),

  async run(ctx, { session_id: id }) {
    const payments = paymentsOf(ctx);
    const customer = await customers.find(ctx.db, ctx.tenant.id);
    const checkout = customer && (await askPayments(payments.findCheckout(id)));
    if (customer === undefined || checkout?.customerId !== customer.id) throw notFound('checkout', id, 'session_id');
    const price = payments.prices.find((one) => one.id === checkout.priceId);
    const isActive = customer.subscription_id !== null && ctx.tenant.planName === price?.plan;
    // The notice of the payment may be late or lost. The payer need not wait for it.
    if (checkout.status === 'complete' && customer.subscription_id === null) {
      await ctx.db.transaction((tx) => customers.makeDue(tx, ctx.tenant.id));
      ctx.wake('billing');
    }
    return {
      id: checkout.id,
      status: checkout.status,
      is_paid: checkout.isPaid,
      ...(price === undefined ? {} : { plan: price.plan, interval: price.interval }),
      is_active: isActive,
      livemode: true,
    };
  },
});
