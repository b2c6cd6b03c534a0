import { type Payments, PaymentsError, type Subscription } from '../../core/billing/payments.ts';
import type { Worker } from '../../core/worker.ts';
import type { Database, Transaction } from '../../db/database.ts';
import { workspaces } from '../workspaces/index.ts';
import * as customers from './billing-customer.repository.ts';

const RETRY_SECONDS = [2, 10, 60, 600, 3600];
const DAY_SECONDS = 86_400;
/** How often a customer with an open checkout is read: as far from now as its opening, between these. */
const CHECKOUT_SECONDS = [300, 3600] as const;
const NOTHING_OWED = { isPastDue: false, hasRetryFailed: false };

/** Applies to workspaces what their subscriptions are at the payment processor now. */
export function createBillingWorker(db: Database, payments: Payments | undefined): Worker<customers.BillingJob> {
  return {
    name: 'billing',
    concurrency: 5,
    claim: async (claim) => (payments === undefined ? [] : customers.claim(db.system, claim)),
    async work(job) {
      if (payments === undefined) return;
      try {
        const seen = job.is_ending ? await end(payments, job) : await read(payments, job);
        const isApplied = await db.system.transaction((tx) => apply(tx, job, seen));
        if (isApplied) await endOlder(payments, seen.subscription);
      } catch (error) {
        const seconds = RETRY_SECONDS[Math.min(job.failures, RETRY_SECONDS.length - 1)] as number;
        await customers.postpone(db.system, job, (error as Error).message, seconds);
        // A processor that is away mends itself; everything else is for the operator to see.
        if (!(error instanceof PaymentsError && error.kind === 'unavailable')) throw error;
      }
    },
  };
}

/** A reading of the processor, and the seconds until the next one; null: a notice will tell. */
interface Seen {
  readonly subscription: PlannedSubscription | undefined;
  readonly nextSeconds: number | null;
}

async function end(payments: Payments, { id }: customers.BillingJob): Promise<Seen> {
  await payments.deleteCustomer(id);
  return { subscription: undefined, nextSeconds: null };
}

async function read(payments: Payments, job: customers.BillingJob): Promise<Seen> {
  // Before the subscription, so that a payment in between is not missed.
  const opened = job.subscription_id === null ? await payments.openCheckoutSince(job.id) : undefined;
  const subscription = planned(payments, await payments.subscriptionOf(job.id));
  if (subscription !== undefined) return { subscription, nextSeconds: DAY_SECONDS };
  if (opened === undefined) return { subscription, nextSeconds: null };
  const [min, max] = CHECKOUT_SECONDS;
  const age = (Date.now() - opened.getTime()) / 1000;
  return { subscription, nextSeconds: Math.min(Math.max(age, min), max) };
}

/** Ends what would be charged beside the subscription that counts, and throws to tell the operator of the payment. */
async function endOlder(payments: Payments, now: Subscription | undefined): Promise<void> {
  const { id, olderIds = [] } = now ?? {};
  for (const older of olderIds) await payments.cancelSubscription(older);
  if (olderIds.length > 0)
    throw new PaymentsError(
      'refused',
      `Beside the subscription ${id} ran ${olderIds.join(', ')}, which was cancelled. Refund what was paid twice.`,
    );
}

type PlannedSubscription = Subscription & { readonly plan: workspaces.WorkspaceRow['plan'] };

/** The subscription with the plan that its price buys. Throws for a price that no setting names. */
function planned({ prices }: Payments, subscription: Subscription | undefined): PlannedSubscription | undefined {
  if (subscription === undefined) return undefined;
  const price = prices.find(({ id }) => id === subscription.priceId);
  if (price === undefined)
    throw new PaymentsError(
      'refused',
      `The subscription ${subscription.id} has the price ${subscription.priceId}, which no STRIPE_PRICE_ setting names. Its plan stays as it is.`,
    );
  return { ...subscription, plan: price.plan };
}

/**
 * Changes the plan when the subscription changed, so that a plan which the operator set meanwhile stays. The cycle
 * follows the subscription always. False: a newer reading is on its way.
 */
async function apply(
  tx: Transaction,
  job: customers.BillingJob,
  { subscription: now, nextSeconds }: Seen,
): Promise<boolean> {
  const before = await customers.lock(tx, job);
  if (before === undefined) return false;
  const { workspace_id: id } = job;
  if (now !== undefined) {
    const isSame = before.subscription_id === now.id && before.plan === now.plan;
    const plan = isSame ? await customers.planOf(tx, id) : now.plan;
    const period = { start: now.periodStart, end: now.periodEnd };
    await workspaces.setSubscription(tx, id, { plan, period });
    await customers.setBlock(tx, id, now);
  } else if (before.subscription_id !== null) {
    await workspaces.setSubscription(tx, id, { plan: 'free' });
    await customers.setBlock(tx, id, NOTHING_OWED);
  }
  if (job.is_ending) await customers.remove(tx, job.tenant_id);
  else await customers.settle(tx, job, now, nextSeconds);
  return true;
}
