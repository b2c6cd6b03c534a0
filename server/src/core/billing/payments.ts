import type { PlanName } from './plans.ts';

/** Plans that customers can buy by themselves. Enterprise is by agreement. */
export const SOLD_PLANS = ['starter', 'pro', 'business'] as const satisfies readonly PlanName[];
export type SoldPlan = (typeof SOLD_PLANS)[number];

export const PAID_INTERVALS = ['monthly', 'annual'] as const;
export type PaidInterval = (typeof PAID_INTERVALS)[number];

/** The price of a plan for an interval, by the processor's id. */
export interface PlanPrice {
  readonly id: string;
  readonly plan: SoldPlan;
  readonly interval: PaidInterval;
}

/** The payment processor. Every call throws PaymentsError when the processor is away or rejects. */
export interface Payments {
  readonly prices: readonly PlanPrice[];
  /** Returns the id of a new customer. */
  readonly createCustomer: (workspaceId: string) => Promise<string>;
  /** Opens a page to pay on. undefined: the customer was deleted there. */
  readonly openCheckout: (options: CheckoutOptions) => Promise<OpenCheckout | undefined>;
  /** Closes a checkout; nothing when it is over already. */
  readonly closeCheckout: (id: string) => Promise<void>;
  /** When the customer's open checkout was opened. undefined: none is open. */
  readonly openCheckoutSince: (customerId: string) => Promise<Date | undefined>;
  readonly findCheckout: (id: string) => Promise<Checkout | undefined>;
  /** The address where a customer changes and cancels by themselves. undefined: the customer was deleted there. */
  readonly openPortal: (customerId: string, returnUrl: string) => Promise<string | undefined>;
  /** The subscription that counts now: of several, the newest. undefined: none. */
  readonly subscriptionOf: (customerId: string) => Promise<Subscription | undefined>;
  readonly cancelSubscription: (id: string) => Promise<void>;
  /** Ends all subscriptions at once and deletes the customer. */
  readonly deleteCustomer: (customerId: string) => Promise<void>;
  /** Reads a notice of the processor; undefined when its signature is wrong, it is too old or no notice at all. */
  readonly readNotice: (body: Buffer, signature: string) => Promise<PaymentNotice | undefined>;
}

export interface OpenCheckout {
  readonly id: string;
  readonly url: string;
}

export interface CheckoutOptions {
  readonly customerId: string;
  readonly workspaceId: string;
  readonly priceId: string;
  /** May hold the text `{CHECKOUT_SESSION_ID}`, which becomes the id. */
  readonly successUrl: string;
  readonly cancelUrl: string;
}

interface Checkout {
  readonly id: string;
  readonly customerId: string | undefined;
  readonly status: 'open' | 'complete' | 'expired';
  readonly isPaid: boolean;
  readonly priceId: string | undefined;
  /** The page to pay on, while it is open and its customer exists. */
  readonly url: string | undefined;
}

export interface Subscription {
  readonly id: string;
  readonly priceId: string;
  readonly periodStart: Date;
  readonly periodEnd: Date;
  /** A charge failed and the money is still owed. */
  readonly isPastDue: boolean;
  /** The first charge and the first automatic retry failed. */
  readonly hasRetryFailed: boolean;
  /** Other subscriptions that checkouts of this service began, and that run beside it. */
  readonly olderIds: readonly string[];
}

/** Something changed at the processor. It is a hint to look there; the notice itself may be old. */
export interface PaymentNotice {
  readonly id: string;
  readonly type: string;
  /** The customer whose subscription may have changed; undefined: nobody's. */
  readonly customerId: string | undefined;
}

/**
 * `unavailable`: the processor did not answer, try later. `declined`: it rejected the card or a field of the request; the
 * message is for the payer. `rejected`: it rejected anything else; the message is for the operator.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly kind: 'unavailable' | 'declined' | 'refused';

  constructor(kind: PaymentsError['kind'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.kind = kind;
  }
}
