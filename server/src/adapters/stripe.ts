import { createHttpClient, type HttpMethod, only } from '@hubbub/guarded-http';
import type Stripe from 'stripe';
import type { StripeSettings } from '../config/groups.ts';
import { type PaymentNotice, type Payments, PaymentsError, type Subscription } from '../core/billing/payments.ts';

const STRIPE = 'https://api.stripe.com';
const CALL_MS_MAX = 15_000;
/** Older notices are not accepted: https://docs.stripe.com/webhooks#replay-attacks */
const NOTICE_AGE_SECONDS_MAX = 300;

/** Notices after which a customer's subscription may be another one. */
const TELLING = /^(customer\.subscription\.|customer\.deleted$|invoice\.|checkout\.session\.)/;
/** A subscription in these states gives its plan (https://docs.stripe.com/billing/subscriptions/overview). */
const RUNNING: readonly string[] = ['active', 'trialing', 'past_due', 'unpaid'];

/** Payments by Stripe through its own library, which is loaded at the first use: it takes 20 MB. */
export function createStripePayments(settings: StripeSettings, userAgent: string): Payments {
  let loading: Promise<Stripe> | undefined;
  const load = () => {
    loading ??= openStripe(settings, userAgent);
    return loading;
  };

  /** Calls Stripe; undefined when what the call is about is not there. */
  async function ask<T>(call: (stripe: Stripe) => Promise<T>): Promise<T | undefined> {
    const stripe = await load();
    try {
      return await call(stripe);
    } catch (error) {
      const { code, message } = error as Rejection;
      if (code === 'resource_missing' && /customer|session|subscription/.test(message)) return undefined;
      throw new PaymentsError(kindOf(error as Rejection), message, { cause: error });
    }
  }

  return {
    prices: settings.prices,

    // Without a key of ours: Stripe would repeat its response, and with it a customer that was deleted meanwhile.
    async createCustomer(workspaceId) {
      const metadata = { workspace_id: workspaceId };
      const customer = await ask((stripe) => stripe.customers.create({ metadata }));
      return (customer as Stripe.Customer).id;
    },

    openCheckout: ({ customerId, workspaceId, priceId, successUrl, cancelUrl }) =>
      ask(async ({ checkout: { sessions } }) => {
        const { id, url } = await sessions.create({
          mode: 'subscription',
          customer: customerId,
          client_reference_id: workspaceId,
          line_items: [{ price: priceId, quantity: 1 }],
          success_url: successUrl,
          cancel_url: cancelUrl,
          subscription_data: { metadata: { workspace_id: workspaceId } },
        });
        return { id, url: url as string };
      }),

    async closeCheckout(id) {
      await ask(({ checkout: { sessions } }) =>
        sessions.expire(id).catch((error: Rejection) => {
          if (error.type !== 'StripeInvalidRequestError') throw error;
        }),
      );
    },

    async openCheckoutSince(customer) {
      const list = await ask(({ checkout: { sessions } }) => sessions.list({ customer, status: 'open', limit: 1 }));
      const [open] = list?.data ?? [];
      return open && new Date(open.created * 1000);
    },

    findCheckout: (id) =>
      ask(async ({ checkout: { sessions } }) => {
        const session = await sessions.retrieve(id, { expand: ['line_items', 'customer'] });
        const isCustomerGone = (session.customer as Stripe.DeletedCustomer | null)?.deleted === true;
        return {
          id: session.id,
          customerId: idOf(session.customer),
          status: session.status as 'open' | 'complete' | 'expired',
          isPaid: session.payment_status !== 'unpaid',
          priceId: session.line_items?.data[0]?.price?.id,
          url: session.status === 'open' && !isCustomerGone ? (session.url ?? undefined) : undefined,
        };
      }),

    async openPortal(customer, returnUrl) {
      const session = await ask((stripe) => stripe.billingPortal.sessions.create({ customer, return_url: returnUrl }));
      return session?.url;
    },

    async subscriptionOf(customer) {
      const list = await ask((stripe) =>
        stripe.subscriptions.list({ customer, limit: 100, expand: ['data.latest_invoice'] }),
      );
      // Also for another account's key: its customers are not ours, and nobody may lose a plan by that.
      if (list === undefined) throw new PaymentsError('refused', `Stripe knows no customer ${customer}.`);
      const [newest, ...older] = list.data.filter(isRunning).sort((a, b) => b.created - a.created);
      return newest && { ...toSubscription(newest), olderIds: older.filter(isOurs).map(({ id }) => id) };
    },

    async cancelSubscription(id) {
      await ask((stripe) => stripe.subscriptions.cancel(id));
    },

    async deleteCustomer(customer) {
      await ask((stripe) => stripe.customers.del(customer));
    },

    async readNotice(body, signature) {
      const stripe = await load();
      try {
        return toNotice(
          await stripe.webhooks.constructEventAsync(body, signature, settings.webhookSecret, NOTICE_AGE_SECONDS_MAX),
        );
      } catch {
        return undefined;
      }
    },
  };
}

async function openStripe({ secretKey, apiBase = STRIPE }: StripeSettings, userAgent: string): Promise<Stripe> {
  const { default: Stripe } = await import('stripe');
  const client = createHttpClient({ userAgent, policy: only([new URL(apiBase).origin]) });
  // The library names Stripe's address; the path is appended to the one of the settings.
  const send = async (url: string | URL | Request, init: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const headers = new Headers(init.headers);
    const type = headers.get('content-type') ?? '';
    for (const name of ['content-length', 'content-type', 'user-agent']) headers.delete(name);
    const response = await client.request({
      method: init.method as HttpMethod,
      url: `${apiBase}${pathname}${search}`,
      headers: Object.fromEntries(headers),
      ...(typeof init.body === 'string' && init.body !== '' ? { body: { bytes: init.body, type } } : {}),
      timeoutMs: CALL_MS_MAX,
    });
    return new Response(response.text(), { status: response.status, headers: response.headers });
  };
  return new Stripe(secretKey, {
    httpClient: Stripe.createFetchHttpClient(send),
    timeout: CALL_MS_MAX,
    maxNetworkRetries: 1,
    telemetry: false,
  });
}

interface Rejection {
  readonly type?: string;
  readonly code?: string;
  readonly param?: string;
  readonly message: string;
}

function kindOf({ type = '', param = '' }: Rejection): PaymentsError['kind'] {
  if (['StripeConnectionError', 'StripeAPIError', 'StripeRateLimitError'].includes(type)) return 'unavailable';
  return type === 'StripeCardError' || /^(success|cancel|return)_url$/.test(param) ? 'declined' : 'refused';
}

const isRunning = ({ status }: Stripe.Subscription) => RUNNING.includes(status);
/** Whether a checkout of this service began it. */
const isOurs = ({ metadata }: Stripe.Subscription) => metadata.workspace_id !== undefined;

function toSubscription(row: Stripe.Subscription): Omit<Subscription, 'olderIds'> {
  const [item] = row.items.data;
  if (item === undefined) throw new PaymentsError('refused', `The subscription ${row.id} has no item.`);
  const invoice = row.latest_invoice as Stripe.Invoice | null;
  return {
    id: row.id,
    priceId: item.price.id,
    periodStart: new Date(item.current_period_start * 1000),
    periodEnd: new Date(item.current_period_end * 1000),
    isPastDue: row.status === 'past_due' || row.status === 'unpaid',
    // The count begins with the first charge and goes on with automatic retries only.
    hasRetryFailed:
      row.status === 'unpaid' ||
      (row.status === 'past_due' && invoice?.status === 'open' && (invoice.attempt_count ?? 0) >= 2),
  };
}

function toNotice({ id, type, data }: Stripe.Event): PaymentNotice | undefined {
  if (typeof id !== 'string' || typeof type !== 'string') return undefined;
  const object = data?.object as { object?: string; id?: string; customer?: string | { id: string } | null };
  const customerId = object?.object === 'customer' ? object.id : idOf(object?.customer);
  return { id, type, customerId: TELLING.test(type) ? customerId : undefined };
}

function idOf(reference: string | { readonly id: string } | null | undefined): string | undefined {
  return typeof reference === 'object' ? reference?.id : reference;
}
