import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import { newId } from '../../core/ids.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import { rowsFor } from '../../db/lists/page-rows.ts';
import type { Runner } from '../../db/query.ts';
import type { Changes } from './changes.ts';

export interface NewEntry {
  readonly actor: StoredActor;
  readonly action: string;
  readonly resource: { readonly type: string; readonly id: string } | undefined;
  readonly changes: Changes;
  readonly ip: string | null;
  readonly requestId: string;
}

export interface EntryRow {
  readonly id: string;
  readonly at: Date;
  readonly actor: StoredActor;
  readonly action: string;
  readonly resource_type: string | null;
  readonly resource_id: string | null;
  readonly changes: Record<string, [unknown, unknown]>;
  readonly ip: string | null;
  readonly request_id: string;
}

export async function insert(db: Runner, tenantId: string, entry: NewEntry): Promise<void> {
  const { actor, action, resource, changes, ip, requestId } = entry;
  await db.run(sql`
    insert into audit (tenant_id, id, actor, actor_id, action, resource_type, resource_id, changes, ip, request_id)
    values (${tenantId}, ${newId('aud')}, ${actorJson(actor)}::jsonb, ${actor.id}, ${action}, ${resource?.type ?? null}, ${resource?.id ?? null},
      ${JSON.stringify(changes)}::jsonb, ${ip}, ${requestId})`);
}

export interface EntryFilter {
  readonly actorId?: string | undefined;
  readonly action?: string | undefined;
  readonly resourceId?: string | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

/** One page of entries and at least one row more, the newest first. */
export async function list(
  db: Runner,
  tenantId: string,
  { actorId, action, resourceId, from, to }: EntryFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<EntryRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`];
  if (actorId !== undefined) conditions.push(sql`actor_id = ${actorId}`);
  if (action !== undefined) conditions.push(sql`action = ${action}`);
  if (resourceId !== undefined) conditions.push(sql`resource_id = ${resourceId}`);
  if (from !== undefined) conditions.push(sql`at >= ${from}::timestamptz`);
  if (to !== undefined) conditions.push(sql`at <= ${to}::timestamptz`);
  if (after !== undefined) conditions.push(sql`(at, id) < (${after[0]}::timestamptz, ${after[1]}::text collate "C")`);
  return db.run(sql<EntryRow>`
    select id, at, actor, action, resource_type, resource_id, changes, ip, request_id from audit
    where ${sql.join(conditions, sql` and `)} order by at desc, id desc limit ${rowsFor(limit)}`);
}
