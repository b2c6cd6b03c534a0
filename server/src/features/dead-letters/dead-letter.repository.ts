import { type RawBuilder, sql } from 'kysely';
import { type ApiError, conflict } from '../../core/errors.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';
import { requeueDelivery } from '../webhooks/index.ts';
import type { DeadLetterRow } from './dead-letter.ts';

type Condition = (table: string, time: string) => RawBuilder<unknown>;

/**
 * Webhook deliveries after their last attempt, callbacks that cannot be read, actions that killed their workers. Tests of
 * endpoints and what was meant for endpoints that are gone are over. `page` ends the query of each kind.
 */
const dead = (of: Condition, page: (time: string) => RawBuilder<unknown> = () => sql``) => sql`
  (select d.tenant_id, d.id, 'delivery' as kind, null as platform, null as account_id, d.endpoint_id as resource_id, d.attempt as attempts,
    coalesce('The endpoint answered ' || d.response_status_code, 'The endpoint did not answer') as error, d.created_at, false as has_post
  from deliveries d where ${of('d', 'created_at')} and d.status = 'failed' and d.event_seq > 0
    and exists (select from webhook_endpoints w where w.tenant_id = d.tenant_id and w.id = d.endpoint_id) ${page('d.created_at')})
  union all
  (select c.tenant_id, c.id, 'callback', c.platform, c.account_id, c.account_id, c.attempt, coalesce(c.error, ''), c.received_at, false
  from callbacks c where ${of('c', 'received_at')} and c.due_at is null and c.error is not null ${page('c.received_at')})
  union all
  (select a.tenant_id, a.id, 'action', a.platform, a.account_id, coalesce(a.post_id, a.id), a.attempt + 1, a.error->>'message', a.created_at, a.kind = 'publish'
  from actions a where ${of('a', 'created_at')} and a.status in ('failed', 'unconfirmed') and a.error is not null and (a.error->>'code' = 'internal_error' or exists (
    select from journal_of(a) t where t.attempt = a.attempt and t.detail ? 'pickups')) ${page('a.created_at')})`;

const KINDS = { d: 'delivery', c: 'callback', a: 'action' } as const;
const deadOfAll = dead(() => sql`true`);

/** One page of dead rows and at least one row more, newest first. Each kind has an index in this order. */
export async function list(
  db: Runner,
  tenantId: string,
  kind: string | undefined,
  after: readonly [string, string] | undefined,
  limit: number,
): Promise<DeadLetterRow[]> {
  const of: Condition = (table, time) => {
    const conditions = [sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId}`];
    if (kind !== undefined && kind !== KINDS[table as keyof typeof KINDS]) conditions.push(sql`false`);
    if (after !== undefined)
      conditions.push(
        sql`(${sql.ref(`${table}.${time}`)}, ${sql.ref(`${table}.id`)}) < (${after[0]}::timestamptz, ${after[1]})`,
      );
    return sql.join(conditions, sql` and `);
  };
  const page = (time: string) =>
    sql`order by ${sql.ref(time)} desc, ${sql.ref(`${time.slice(0, 1)}.id`)} desc limit ${rowsFor(limit)}`;
  return db.run(
    sql<DeadLetterRow>`select * from (${dead(of, page)}) rows order by created_at desc, id desc limit ${rowsFor(limit)}`,
  );
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<DeadLetterRow | undefined> {
  const of: Condition = (table) =>
    sql`${sql.ref(`${table}.tenant_id`)} = ${tenantId} and ${sql.ref(`${table}.id`)} = ${id}`;
  return db.first(sql<DeadLetterRow>`select * from (${dead(of)}) rows`);
}

/** A dead row as the operator sees it. */
export interface DeadOfAll extends DeadLetterRow {
  readonly workspace: string;
  readonly mode: 'live' | 'test';
}

export interface DeadLetterFilter {
  readonly id?: string | undefined;
  readonly kind?: DeadLetterRow['kind'] | undefined;
  readonly workspaceId?: string | undefined;
}

/** Dead rows of every tenant, newest first. */
export async function listAll(system: Runner, filter: DeadLetterFilter, limit: number): Promise<DeadOfAll[]> {
  const conditions = [sql`true`];
  if (filter.id !== undefined) conditions.push(sql`rows.id = ${filter.id}`);
  if (filter.kind !== undefined) conditions.push(sql`rows.kind = ${filter.kind}`);
  if (filter.workspaceId !== undefined) conditions.push(sql`t.workspace_id = ${filter.workspaceId}`);
  return system.run(sql<DeadOfAll>`
    select rows.*, w.name as workspace, t.mode from (${deadOfAll}) rows
    join tenants t on t.tenant_id = rows.tenant_id join workspaces w on w.id = t.workspace_id
    where ${sql.join(conditions, sql` and `)} order by rows.created_at desc, rows.id desc limit ${limit}`);
}

/** Makes a dead delivery or callback due again. Throws 409 for an action, and for an endpoint that is switched off. */
export async function replay(tx: Runner, tenantId: string, row: DeadLetterRow): Promise<void> {
  const { kind, id, resource_id: resourceId } = row;
  if (kind === 'action') throw stopped(row);
  if (kind === 'delivery') await requeueDelivery(tx, tenantId, resourceId, id);
  else
    await tx.run(
      sql`update callbacks set due_at = now(), attempt = 0, error = null where tenant_id = ${tenantId} and id = ${id}`,
    );
}

function stopped({ id, resource_id: postId, has_post }: DeadLetterRow): ApiError {
  return conflict(
    has_post
      ? `A stopped target is tried again with its post: POST /v1/posts/${postId}/retry.`
      : 'What was stopped here is not tried again by itself; make the request again that it came from.',
    has_post ? { resource: 'post', id: postId } : { resource: 'action', id },
  );
}
