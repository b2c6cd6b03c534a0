import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import { FAILING_DAYS_MAX } from './delivery/retry-times.ts';
import type { Filters } from './endpoint/filters.ts';
import type { DisabledReason } from './endpoint/status.ts';
import type { Sealed } from './secrets/sealed.ts';
import type { WebhookRow } from './webhook.ts';

/** The encrypted columns of `webhook_endpoints w` as one value, without secrets that have ended. */
export const sealedColumns = sql.raw(`jsonb_build_object('secret', w.secret,
    'previous_secrets', case when w.previous_until > now() then w.previous_secrets else '' end,
    'header_names', w.header_names, 'header_values', w.header_values) as sealed`);

const columns = sql`w.id, w.url, w.events, w.description, w.brand_ids, w.account_ids, w.platforms, ${sealedColumns}, w.secret_hint,
  case when w.previous_until > now() then w.previous_until + tenant_ahead() end as previous_until, w.is_active, w.disabled_reason, w.created_at`;

export async function byId(db: Runner, tenantId: string, id: string): Promise<WebhookRow | undefined> {
  return db.first(
    sql<WebhookRow>`select ${columns} from webhook_endpoints w where w.tenant_id = ${tenantId} and w.id = ${id}`,
  );
}

/** One page of endpoints and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<WebhookRow[]> {
  const beyond =
    after === undefined ? sql`true` : sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`;
  return db.run(sql<WebhookRow>`
    select ${columns} from webhook_endpoints w where w.tenant_id = ${tenantId} and ${beyond}
    order by created_at desc, id desc limit ${limit + 1}`);
}

export async function count(db: Runner, tenantId: string): Promise<number> {
  const row = await db.first(
    sql<{ count: number }>`select count(*)::int as count from webhook_endpoints where tenant_id = ${tenantId}`,
  );
  return row?.count ?? 0;
}

/** The encrypted columns that a write sets. */
type NewSealed = Partial<Omit<Sealed, 'secret'>>;

export interface NewWebhook extends NewSealed, Filters {
  readonly id: string;
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | null | undefined;
  readonly secret: string;
  readonly secret_hint: string;
}

/** The newest endpoint with this address, except one. */
export async function withAddress(db: Runner, tenantId: string, url: string, except: string) {
  return db.first(sql<{ id: string }>`
    select id from webhook_endpoints where tenant_id = ${tenantId} and url = ${url} and id <> ${except}
    order by created_at desc, id desc limit 1`);
}

/**
 * Inserts an endpoint; returns undefined when there are `max` already. Locks the tenant's row, so that two requests at once
 * cannot exceed the limit. Call it last in a transaction.
 */
export async function insert(
  tx: Runner,
  tenantId: string,
  webhook: NewWebhook,
  max: number,
): Promise<WebhookRow | undefined> {
  await tx.run(sql`select 1 from tenants where tenant_id = ${tenantId} for update`);
  return tx.first(sql<WebhookRow>`
    insert into webhook_endpoints as w (tenant_id, id, url, events, description, brand_ids, account_ids, platforms, secret, secret_hint,
      header_names, header_values)
    select ${tenantId}, ${webhook.id}, ${webhook.url}, ${webhook.events}, ${webhook.description ?? null}, ${webhook.brand_ids ?? null},
      ${webhook.account_ids ?? null}, ${webhook.platforms ?? null}, ${webhook.secret}, ${webhook.secret_hint},
      ${webhook.header_names ?? []}, ${webhook.header_values ?? ''}
    where (select count(*) from webhook_endpoints where tenant_id = ${tenantId}) < ${max}
    returning ${columns}`);
}

/** Fields that are absent stay as they are. */
export interface WebhookChange extends NewSealed, Filters {
  readonly url?: string | undefined;
  readonly events?: readonly string[] | undefined;
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | undefined;
}

/**
 * Changes an endpoint. When it is enabled again or gets another address, its failures are
 * forgotten and its queue is looked at. Locks the
 * endpoint, then its queue.
 */
export async function update(
  tx: Runner,
  tenantId: string,
  id: string,
  change: WebhookChange,
): Promise<WebhookRow | undefined> {
  const { isActive, ...settings } = change;
  const sets = [sql`updated_at = now()`];
  for (const [name, value] of Object.entries(settings))
    if (value !== undefined) sets.push(sql`${sql.ref(name)} = ${value}`);
  const isAnother = change.url !== undefined;
  if (isActive !== undefined) sets.push(sql`is_active = ${isActive}`, sql`disabled_reason = null`);
  if (isActive !== undefined || isAnother) sets.push(sql`failing_since = null`);
  // Another address or a decision to go on ends a pause. The endpoint then starts slowly.
  if (isAnother || isActive === true)
    sets.push(sql`outage_failures = 0`, sql`concurrency_limit = 1`, sql`not_before = null`);
  const row = await tx.first(sql<WebhookRow>`
    update webhook_endpoints w set ${sql.join(sets)} where tenant_id = ${tenantId} and id = ${id} returning ${columns}`);
  if (row?.is_active === true && (isAnother || isActive === true)) {
    await tx.run(sql`
      update delivery_queues set next_due_at = least(next_due_at, now())
      where tenant_id = ${tenantId} and endpoint_id = ${id}`);
  }
  return row;
}

/** Ends a pause of an endpoint, so that its next due delivery is sent now. */
export async function endPause(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(sql`
    update webhook_endpoints set not_before = null where tenant_id = ${tenantId} and id = ${id} and not_before is not null`);
}

/** Disables an active endpoint of this address; returns undefined when it is disabled already, has another address or works again. */
export async function disable(
  tx: Runner,
  tenantId: string,
  id: string,
  url: string,
  reason: DisabledReason,
): Promise<{ readonly failing_since: Date | null } | undefined> {
  // A delivery may have succeeded, or the endpoint may have been changed, since the failed attempt started.
  const stillFails =
    reason === 'gone' ? sql`true` : sql`failing_since <= now() - ${FAILING_DAYS_MAX} * interval '1 day'`;
  return tx.first(sql<{ failing_since: Date | null }>`
    update webhook_endpoints set is_active = false, disabled_reason = ${reason}, updated_at = now()
    where tenant_id = ${tenantId} and id = ${id} and url = ${url} and is_active and ${stillFails}
    returning failing_since`);
}

/** Removes an endpoint and fails its waiting deliveries; false when there is none. */
export async function remove(tx: Runner, tenantId: string, id: string): Promise<boolean> {
  const row = await tx.first(
    sql`delete from webhook_endpoints where tenant_id = ${tenantId} and id = ${id} returning id`,
  );
  if (row === undefined) return false;
  await tx.run(sql`delete from delivery_queues where tenant_id = ${tenantId} and endpoint_id = ${id}`);
  await tx.run(sql`
    update deliveries set status = 'failed', due_at = null where tenant_id = ${tenantId} and id in (
      select id from deliveries where tenant_id = ${tenantId} and endpoint_id = ${id} and due_at is not null order by id for update)`);
  return true;
}
