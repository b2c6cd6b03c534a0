import { z } from 'zod';
import { defineOperation } from '../../core/operation.ts';
import { askPayments, billingConflict, paymentsOf, returnAddress } from './billing.ts';
import * as customers from './billing-customer.repository.ts';

export const createPortal = defineOperation({
  name: 'create_portal',
  summary: 'Create a billing portal session',
  description:
    'Opens a page on which the customer changes the plan or the card, pays invoices, or cancels. A workspace that has bought nothing is 409 `conflict`; begin with a checkout. Where nothing is sold the answer is 501 `not_supported`.',
  example: {
    input: { return_url: 'https://cafe.example.com/settings' },
    output: { url: 'https://payments.example.com/p/1' },
  },
  tag: 'Billing',
  http: { method: 'post', path: '/v1/billing/portal', status: 201 },
  scope: 'owner',
  leaves: false,
  input: z.strictObject({
    return_url: z.string().min(1).max(2048).optional().meta({ description: 'Where the page leads back to' }),
  }),
  output: z.object({
    url: z.string().meta({ description: 'Good for minutes; empty on a dry run' }),
    livemode: z.boolean(),
  }),

  async run(ctx, { return_url }) {
    const payments = paymentsOf(ctx);
    const returnUrl = returnAddress(ctx, 'return_url', return_url);
    const customer = await customers.find(ctx.db, ctx.tenant.id);
    if (customer === undefined || customer.is_ending) throw neverBought();
    if (ctx.request.dryRun) return { url: '', livemode: true };
    const url = await askPayments(payments.openPortal(customer.id, returnUrl));
    if (url === undefined) throw neverBought();
    return ctx.commit(async () => ({ url, livemode: true }));
  },
});

function neverBought() {
  return billingConflict(
    'The workspace has bought nothing yet. Begin with POST /v1/billing/checkout.',
    'billing.not_subscribed',
  );
}
