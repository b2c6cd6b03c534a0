import { z } from 'zod';
import {
  PAID_INTERVALS,
  type PaidInterval,
  type Payments,
  type PlanPrice,
  SOLD_PLANS,
  type SoldPlan,
} from '../../core/billing/payments.ts';
import type { Context } from '../../core/context.ts';
import { invalid } from '../../core/errors.ts';
import { defineOperation } from '../../core/operation.ts';
import { owners, workspaceGone } from '../workspaces/index.ts';
import { askPayments, billingConflict, paymentsOf, returnAddress } from './billing.ts';
import * as customers from './billing-customer.repository.ts';
import { openOnlyCheckout } from './open-checkout.ts';

const Address = z.string().min(1).max(2048).optional();

export const createCheckout = defineOperation({
  name: 'create_checkout',
  summary: 'Create a checkout',
  description:
    'Opens a page on which the customer subscribes to a plan and pays. The plan is in force within seconds of the payment. A workspace with a subscription is 409 `conflict`: change the plan in the portal. A test key gets 409, too. Where nothing is sold the answer is 501 `not_supported`; a processor that is away is 503 `unavailable`, one that rejects 502 `platform_error`.',
  example: {
    input: { interval: 'monthly', success_url: 'https://cafe.example.com/paid' },
    output: { id: 'cs_1', url: 'https://payments.example.com/c/cs_1' },
  },
  tag: 'Billing',
  http: { method: 'post', path: '/v1/billing/checkout', status: 201 },
  scope: 'owner',
  leaves: false,
  input: z.strictObject({
    plan: z.enum(SOLD_PLANS),
    interval: z.enum(PAID_INTERVALS).default('monthly'),
    success_url: Address.meta({
      description: 'Where the browser goes after the payment; {CHECKOUT_SESSION_ID} in it becomes the id',
    }),
    cancel_url: Address.meta({ description: 'Where the browser goes without a payment' }),
  }),
  output: z.object({
    id: z.string().meta({ description: 'For GET /v1/billing/checkout/status; empty on a dry run' }),
    url: z.string().meta({ description: 'The page, for one day; empty on a dry run' }),
    livemode: z.boolean(),
  }),

  async run(ctx, { plan, interval, success_url, cancel_url }) {
    const payments = paymentsOf(ctx);
    const price = priceOf(payments, plan, interval);
    const successUrl = returnAddress(ctx, 'success_url', success_url);
    const cancelUrl = returnAddress(ctx, 'cancel_url', cancel_url);
    const customer = await customers.find(ctx.db, ctx.tenant.id);
    assertMayBuy(customer);
    if (ctx.request.dryRun) return { id: '', url: '', livemode: true };
    const { workspaceId } = ctx.tenant;
    const open = (customerId: string) =>
      openOnlyCheckout(ctx, payments, { customerId, workspaceId, priceId: price.id, successUrl, cancelUrl });
    const known = customer?.id;
    const opened =
      (known === undefined ? undefined : await open(known)) ?? (await open(await newCustomer(ctx, payments, known)));
    if (opened === 'subscribed') {
      await ctx.db.transaction((tx) => customers.makeDue(tx, ctx.tenant.id));
      ctx.wake('billing');
      throw subscribed();
    }
    if (opened === undefined)
      throw billingConflict('The customer is being changed at the payment processor. Try again.');
    return ctx.commit(async (tx) => {
      await customers.expectPayment(tx, ctx.tenant.id);
      return { ...opened, livemode: true };
    });
  },
});

function priceOf({ prices }: Payments, plan: SoldPlan, interval: PaidInterval): PlanPrice {
  const ofPlan = prices.filter((price) => price.plan === plan);
  const price = ofPlan.find((one) => one.interval === interval);
  if (price !== undefined) return price;
  if (ofPlan.length === 0) throw invalid('plan', `The plan ${plan} is not sold here.`);
  throw invalid('interval', `The plan ${plan} is sold ${ofPlan.map((one) => one.interval).join(', ')} here.`);
}

function assertMayBuy(customer: customers.BillingCustomer | undefined): void {
  if (customer?.is_ending) throw billingConflict('The workspace is being deleted.');
  if (customer?.subscription_id) throw subscribed();
}

function subscribed() {
  return billingConflict(
    'The workspace has a subscription. Change its plan in the portal: POST /v1/billing/portal.',
    'billing.subscribed',
  );
}

/** A customer at the processor, in place of one that was deleted there. */
async function newCustomer(ctx: Context, payments: Payments, idBefore: string | undefined): Promise<string> {
  const { id: tenantId, workspaceId } = ctx.tenant;
  const id = await askPayments(payments.createCustomer(workspaceId));
  const kept = await ctx.db.transaction(async (tx) => {
    const owner = await owners.lock(tx, workspaceId);
    return owner && customers.keep(tx, tenantId, id, idBefore);
  });
  if (kept !== id) await askPayments(payments.deleteCustomer(id));
  if (kept === undefined) throw workspaceGone();
  return kept;
}
