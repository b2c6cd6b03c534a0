import { type RawBuilder, sql } from 'kysely';
import { isSuspended } from '../db/suspended.ts';

/** Each statement removes at most so many expired rows, and returns one row for each. */
export const BATCH = 1000;

/** Rows that end some time after the instant in one of their columns. */
interface Expiry {
  readonly table: string;
  /** Indexed, so that nothing else is read. */
  readonly column: string;
  /** Default: none. */
  readonly keptDays?: number;
  /** A part of the rows, in the words of the index. */
  readonly only?: RawBuilder<unknown>;
  /** Rows that belong to no tenant. Those of suspended tenants stay. */
  readonly isShared?: true;
  /** Rows that stay, whatever their age. */
  readonly unless?: RawBuilder<unknown>;
}

const NO_MORE_DUE = sql`due_at is null`;
const IS_ACTIVE = sql`x.status in ('pending', 'publishing')`;

export const DELIVERY_DAYS = 30;
export const JOURNAL_DAYS = 90;
export const CALLBACK_DAYS = 7;
export const NOTICE_DAYS = 30;
export const HOURS_DAYS = 90;
export const AUDIT_DAYS = 400;
export const AUDIT_IP_DAYS = 90;
export const INVITATION_DAYS = 30;

const EXPIRIES: readonly Expiry[] = [
  { table: 'idempotency_keys', column: 'expires_at' },
  { table: 'post_fingerprints', column: 'expires_at' },
  { table: 'connect_states', column: 'expires_at' },
  { table: 'pending_connections', column: 'expires_at' },
  // They name customers' own apps.
  { table: 'app_pauses', column: 'until', keptDays: 1, isShared: true },
  { table: 'app_calls', column: 'until', keptDays: 1, isShared: true },
  { table: 'callbacks', column: 'received_at', keptDays: CALLBACK_DAYS, only: NO_MORE_DUE },
  { table: 'forwards', column: 'received_at', keptDays: NOTICE_DAYS, isShared: true },
  { table: 'billing_notices', column: 'received_at', keptDays: NOTICE_DAYS, isShared: true },
  { table: 'revocations', column: 'given_up_at', keptDays: NOTICE_DAYS, only: sql`x.given_up_at is not null` },
  { table: 'early_changes', column: 'received_at', keptDays: NOTICE_DAYS },
  { table: 'webhook_replays', column: 'completed_at', keptDays: DELIVERY_DAYS, only: NO_MORE_DUE },
  { table: 'webhook_hours', column: 'hour', keptDays: HOURS_DAYS },
  { table: 'sessions', column: 'expires_at', isShared: true },
  { table: 'person_tokens', column: 'expires_at', isShared: true },
  { table: 'invitations', column: 'expires_at', keptDays: INVITATION_DAYS, isShared: true },
  { table: 'audit', column: 'at', keptDays: AUDIT_DAYS },
  { table: 'held', column: 'decided_at', keptDays: AUDIT_DAYS, only: sql`x.decided_at is not null` },
];

/**
 * Statements that remove expired rows by an index, the oldest first. Rows that somebody holds are left for the next time,
 * so nobody waits.
 */
export function expiryStatements(): RawBuilder<unknown>[] {
  return [
    ...EXPIRIES.map((expiry) => sql`delete from ${sql.table(expiry.table)} where ${oldest(expiry)} returning 1`),
    DELIVERIES,
    JOURNALS,
    ...ADDRESSES,
  ];
}

/** A delivery goes with its attempts. */
const DELIVERIES = sql`
  with gone as (
    delete from deliveries where ${oldest({ table: 'deliveries', column: 'ended_at', keptDays: DELIVERY_DAYS })} returning tenant_id, id
  ), attempts as (
    delete from delivery_attempts a using gone where a.tenant_id = gone.tenant_id and a.delivery_id = gone.id
  )
  select 1 from gone`;

/** The action stays. */
const JOURNALS = sql`update actions set journal = null, journal_ended_at = null, fingerprint = null
  where ${oldest({ table: 'actions', column: 'journal_ended_at', keptDays: JOURNAL_DAYS, unless: IS_ACTIVE })} returning 1`;

/** The rows stay. */
const ADDRESSES = ['audit', 'review_decisions'].map(
  (table) => sql`update ${sql.table(table)} set ip = null
  where ${oldest({ table, column: 'at', keptDays: AUDIT_IP_DAYS, only: sql`x.ip is not null` })} returning 1`,
);

function oldest({
  table,
  column,
  keptDays = 0,
  only = sql`true`,
  isShared,
  unless = sql`false`,
}: Expiry): RawBuilder<unknown> {
  const at = sql.ref(`x.${column}`);
  const stays = isShared === true ? unless : sql`(${unless}) or ${isSuspended('x')}`;
  return sql`ctid = any (array(
    select x.ctid from ${sql.table(table)} x where ${only} and ${at} < now() - ${sql.lit(keptDays)} * interval '1 day' and not (${stays})
    order by ${at} limit ${sql.lit(BATCH)} for update skip locked))`;
}
