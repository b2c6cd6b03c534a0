import { sql } from 'kysely';
import type { Runner } from '../../db/query.ts';
import type { DeadRow } from './dead.ts';

/** Webhook deliveries after their last attempt, callbacks that cannot be read, actions that killed their workers. */
const dead = (tenantId: string) => sql`
  select d.id, 'delivery' as kind, null as platform, null as account_id, d.endpoint_id as resource_id, d.attempt as attempts,
    coalesce('The endpoint answered ' || d.response_status_code, 'The endpoint did not answer') as error, d.created_at
  from deliveries d where d.tenant_id = ${tenantId} and d.status = 'failed'
  union all
  select c.id, 'callback', c.platform, c.account_id, c.account_id, c.attempt, coalesce(c.error, ''), c.received_at
  from callbacks c where c.tenant_id = ${tenantId} and c.due_at is null and c.error is not null
  union all
  select a.id, 'action', a.platform, a.account_id, coalesce(a.post_id, a.id), a.attempt + 1, a.error->>'message', a.created_at
  from actions a where a.tenant_id = ${tenantId} and a.status in ('failed', 'unconfirmed') and a.error->>'code' = 'internal_error'`;

/** One page of dead rows and one row more, newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  kind: string | undefined,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<DeadRow[]> {
  const conditions = [sql`true`];
  if (kind !== undefined) conditions.push(sql`kind = ${kind}`);
  if (after !== undefined) conditions.push(sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return db.run(
    sql<DeadRow>`select * from (${dead(tenantId)}) rows where ${sql.join(conditions, sql` and `)} order by created_at desc, id desc limit ${limit + 1}`,
  );
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<DeadRow | undefined> {
  return db.first(sql<DeadRow>`select * from (${dead(tenantId)}) rows where id = ${id}`);
}

/** Makes a dead callback due again. */
export async function replayCallback(tx: Runner, tenantId: string, id: string): Promise<void> {
  await tx.run(
    sql`update callbacks set due_at = now(), attempt = 0, error = null where tenant_id = ${tenantId} and id = ${id}`,
  );
}
