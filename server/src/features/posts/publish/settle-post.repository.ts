import { sql } from 'kysely';
import type { PostStatus } from '../../../db/column-types.ts';
import type { Runner } from '../../../db/query.ts';
import { columns } from '../model/post.repository.ts';
import type { PostRow } from '../model/post.ts';

export interface PostKey {
  readonly tenantId: string;
  readonly id: string;
}

export type StartedPost = Pick<PostRow, 'text' | 'title' | 'visibility' | 'media' | 'platform_data'>;

/** Marks scheduled posts as publishing when their first targets start, and returns the posts. Locks them in order. */
export async function start(system: Runner, keys: readonly PostKey[]): Promise<(StartedPost | undefined)[]> {
  const records = keys.map(({ tenantId, id }, n) => ({ n, tenant_id: tenantId, id }));
  const rows = await system.run(sql<StartedPost & { n: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as w (n int, tenant_id text, id text)
    ), waiting as (
      select p.tenant_id, p.id from wanted w join posts p on p.tenant_id = w.tenant_id and p.id = w.id
      where p.status = 'scheduled' order by p.tenant_id, p.id for update of p
    ), started as (
      update posts p set status = 'publishing', updated_at = tenant_now() from waiting w where p.tenant_id = w.tenant_id and p.id = w.id
    )
    select w.n, p.text, p.title, p.visibility, p.media, p.platform_data
    from wanted w join posts p on p.tenant_id = w.tenant_id and p.id = w.id`);
  const posts = new Map(rows.map((row) => [row.n, row]));
  return keys.map((_, n) => posts.get(n));
}

/** The posts as `start` returns them, as they are. */
export async function peek(system: Runner, keys: readonly PostKey[]): Promise<(StartedPost | undefined)[]> {
  const rows = await system.run(sql<StartedPost & { id: string }>`
    select p.id, p.text, p.title, p.visibility, p.media, p.platform_data from ${table(keys)}
    join posts p on p.tenant_id = k.tenant_id and p.id = k.id`);
  const posts = new Map(rows.map((row) => [row.id, row]));
  return keys.map(({ id }) => posts.get(id));
}

/** Locks posts in order. */
export async function lock(tx: Runner, keys: readonly PostKey[]): Promise<void> {
  await tx.run(sql`select 1 from posts p join ${table(keys)} on p.tenant_id = k.tenant_id and p.id = k.id
    order by p.tenant_id, p.id for update of p`);
}

/** Posts with their tenants. */
export async function read(tx: Runner, keys: readonly PostKey[]): Promise<(PostRow & { tenant_id: string })[]> {
  return tx.run(
    sql`select p.tenant_id, ${columns} from ${table(keys)} join posts p on p.tenant_id = k.tenant_id and p.id = k.id`,
  );
}

/** Those of these posts that have parts of threads that wait or run. */
export async function withOpenSegments(tx: Runner, keys: readonly PostKey[]): Promise<Set<string>> {
  const rows = await tx.run(sql<{ id: string }>`select k.id from ${table(keys)} where exists (
    select from actions a where a.tenant_id = k.tenant_id and a.post_id = k.id and a.kind = 'segment' and a.status in ('pending', 'publishing'))`);
  return new Set(rows.map((row) => row.id));
}

/** Marks posts as publishing. */
export async function markStarted(tx: Runner, keys: readonly PostKey[]): Promise<void> {
  await tx.run(sql`update posts p set status = 'publishing', updated_at = tenant_now()
    from ${table(keys)} where p.tenant_id = k.tenant_id and p.id = k.id`);
}

/** Writes the final status of posts whose targets are all settled. */
export async function finish(
  tx: Runner,
  ends: readonly { readonly tenant_id: string; readonly id: string; readonly status: PostStatus }[],
): Promise<void> {
  await tx.run(sql`
    update posts p set status = e.status, charged_period = null, updated_at = tenant_now(),
      published_at = case when e.status = 'failed' then p.published_at else coalesce(p.published_at, tenant_now()) end
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e (tenant_id text, id text, status text)
    where p.tenant_id = e.tenant_id and p.id = e.id`);
}

/** Locks the rows of tenants in the order of their ids. The rows locked later come after all of them in the lock order. */
export async function lockTenants(tx: Runner, ids: readonly string[]): Promise<void> {
  await tx.run(sql`select 1 from tenants where tenant_id = any (${ids}) order by tenant_id for update`);
}

function table(keys: readonly PostKey[]) {
  return sql`unnest(${keys.map(({ tenantId }) => tenantId)}::text[], ${keys.map(({ id }) => id)}::text[]) as k (tenant_id, id)`;
}
