import type { Table, World } from '../../core/world/world.ts';

/** Stripe with its world; every function of this folder takes it first. Times are seconds since 1970. */
export interface Stripe {
  readonly world: World;
  readonly store: Store;
}

export type Store = ReturnType<typeof openStore>;

/** What happens to charges: all succeed, the first one is declined, or only the first one succeeds. */
export const cards = ['pays', 'declined', 'fails_later'] as const;
export type Card = (typeof cards)[number];

export interface CustomerRow {
  readonly id: string;
  readonly created: number;
  readonly email: string | null;
  readonly name: string | null;
  readonly metadata: Readonly<Record<string, string>>;
  readonly card: Card | null;
  readonly is_deleted: boolean;
}

export interface SessionRow {
  readonly id: string;
  readonly created: number;
  readonly expires_at: number;
  readonly customer: string;
  readonly price: string;
  readonly status: 'open' | 'complete' | 'expired';
  readonly success_url: string;
  readonly cancel_url: string | null;
  readonly url: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly client_reference_id: string | null;
  readonly subscription: string | null;
}

export interface SubscriptionRow {
  readonly id: string;
  readonly item: string;
  readonly created: number;
  readonly customer: string;
  readonly price: string;
  readonly status: 'active' | 'past_due' | 'canceled';
  readonly period_start: number;
  readonly period_end: number;
  /** The start of the first period, and how many began after it. Each is counted from there. */
  readonly anchor: number;
  readonly periods: number;
  readonly cancel_at_period_end: boolean;
  readonly canceled_at: number | null;
  readonly ended_at: number | null;
  readonly latest_invoice: string;
  readonly metadata: Readonly<Record<string, string>>;
}

export interface InvoiceRow {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly subscription: string;
  readonly status: 'open' | 'paid';
  readonly amount: number;
  readonly billing_reason: 'subscription_create' | 'subscription_cycle';
  readonly attempt_count: number;
  readonly next_payment_attempt: number | null;
  readonly period_start: number;
  readonly period_end: number;
}

export interface PortalRow {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly return_url: string | null;
}

/** The response to an idempotency key. */
export interface KeyRow {
  readonly at: number;
  readonly request: string;
  readonly status: number;
  readonly body: unknown;
}

export function openStore(world: World) {
  return {
    customers: world.table<CustomerRow>('customers'),
    sessions: world.table<SessionRow>('sessions', 'customer', 'status'),
    subscriptions: world.table<SubscriptionRow>('subscriptions', 'customer'),
    invoices: world.table<InvoiceRow>('invoices', 'customer', 'status'),
    portals: world.table<PortalRow>('portals'),
    keys: world.table<KeyRow>('keys'),
  };
}

export function nowOf({ world }: Stripe): number {
  return Math.floor(world.clock.now() / 1000);
}

/** Changes fields of a row, and returns the new row. */
export function change<Row extends { readonly id: string }>(table: Table<Row>, row: Row, fields: Partial<Row>): Row {
  const changed = { ...row, ...fields };
  table.put(row.id, changed);
  return changed;
}
