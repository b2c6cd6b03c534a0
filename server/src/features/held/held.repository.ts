import { sql } from 'kysely';
import { actorJson, type StoredActor } from '../../core/actor.ts';
import type { HeldKind, HeldReason, HeldState } from '../../core/held.ts';
import type { TimePosition } from '../../db/lists/keyset.ts';
import type { Runner } from '../../db/query.ts';
import { brandsOf, isOpen } from './held-accounts.repository.ts';
import { keptBlock } from './held-restored.repository.ts';

export * from './approvers.repository.ts';
export * from './held-accounts.repository.ts';
export * from './held-copies.repository.ts';
export * from './held-posts.repository.ts';
export * from './held-restored.repository.ts';

export interface HeldRow {
  readonly id: string;
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly kind: HeldKind;
  readonly state: HeldState;
  readonly reason: HeldReason;
  readonly post_id: string | null;
  readonly item_id: string | null;
  readonly account_ids: string[];
  readonly brand_ids: string[];
  readonly preview: string;
  readonly cost: Readonly<Record<string, number>>;
  readonly fingerprint: string;
  readonly created_by: StoredActor;
  readonly author_ids: string[];
  readonly due_at: Date | null;
  readonly window_closes_at: Date | null;
  readonly decided_by: StoredActor | null;
  readonly decided_at: Date | null;
  readonly note: string | null;
  readonly blocked_by: Readonly<Record<string, unknown>> | null;
  readonly result: Readonly<Record<string, unknown>> | null;
  /** When files at addresses are copied next; null: it shows none. */
  readonly copy_due_at: Date | null;
  readonly created_at: Date;
}

export type NewHeld = Pick<
  HeldRow,
  | 'id'
  | 'operation'
  | 'input'
  | 'kind'
  | 'reason'
  | 'post_id'
  | 'item_id'
  | 'account_ids'
  | 'preview'
  | 'cost'
  | 'fingerprint'
> & {
  readonly author: StoredActor;
  readonly authorIds: readonly string[];
  readonly equalTo: Buffer | null;
  /** By the tenant's clock. */
  readonly dueAt: Date | null;
  readonly windowClosesAt: Date | null;
  /** It shows files at addresses. */
  readonly showsAddresses?: boolean;
};

/** A brand may approve its posts since, or the account came to one that does. Then an approver of the author alone is not enough. */
const reason = sql`case when reason = 'sending' and kind in ('post', 'edit', 'retry') and exists (
  select from accounts c where c.tenant_id = held.tenant_id and c.id = any (held.account_ids) and c.needs_approval) then 'brand' else reason end as reason`;

export const columns = sql`id, operation, input, kind, state, ${reason}, post_id, item_id, account_ids, brand_ids, preview, cost, fingerprint, created_by,
  author_ids, due_at, window_closes_at, decided_by, decided_at, note, blocked_by, result, copy_due_at, created_at`;

export async function insert(tx: Runner, tenantId: string, rows: readonly NewHeld[]): Promise<void> {
  const records = rows.map(({ author, authorIds, equalTo, dueAt, windowClosesAt, showsAddresses, ...row }) => ({
    ...row,
    created_by: author,
    author_ids: authorIds,
    equal_to: equalTo?.toString('hex'),
    due_at: dueAt,
    window_closes_at: windowClosesAt,
    shows_addresses: showsAddresses,
  }));
  await tx.run(sql`
    insert into held (tenant_id, id, operation, input, kind, reason, post_id, item_id, account_ids, brand_ids, preview, cost, fingerprint,
      equal_to, created_by, author_ids, due_at, window_closes_at, ends_at, copy_due_at)
    select ${tenantId}, h.id, h.operation, h.input, h.kind, h.reason, h.post_id, h.item_id, h.account_ids, ${brandsOf(tenantId, sql`h.account_ids`)},
      h.preview, h.cost, h.fingerprint, decode(h.equal_to, 'hex'), h.created_by, h.author_ids, h.due_at, h.window_closes_at,
      due_time(${tenantId}, least(h.due_at, h.window_closes_at)), case when h.shows_addresses then now() end
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as h (id text, operation text, input jsonb, kind text, reason text, post_id text,
      item_id text, account_ids text[], preview text, cost jsonb, fingerprint text, equal_to text, created_by jsonb, author_ids text[],
      due_at timestamptz, window_closes_at timestamptz, shows_addresses boolean)`);
}

/** Rewrites what waits of a post after the post was changed. It waits again when it was missed. */
export async function follow(tx: Runner, tenantId: string, held: NewHeld): Promise<void> {
  await tx.run(sql`
    update held set state = 'waiting', reason = ${held.reason}, account_ids = ${held.account_ids}, preview = ${held.preview},
      cost = ${JSON.stringify(held.cost)}::jsonb, fingerprint = ${held.fingerprint}, due_at = ${held.dueAt},
      ends_at = due_time(${tenantId}, ${held.dueAt}::timestamptz), blocked_by = ${keptBlock},
      copy_due_at = case when ${held.showsAddresses === true} then now() end, updated_at = tenant_now(),
      brand_ids = ${brandsOf(tenantId, sql`${held.account_ids}::text[]`)},
      author_ids = array(select distinct unnest(author_ids || ${held.authorIds}::text[]))
    where tenant_id = ${tenantId} and id = ${held.id} and ${isOpen}`);
}

export async function byId(db: Runner, tenantId: string, id: string): Promise<HeldRow | undefined> {
  return db.first(sql<HeldRow>`select ${columns} from held where tenant_id = ${tenantId} and id = ${id}`);
}

export async function lock(tx: Runner, tenantId: string, id: string): Promise<HeldRow | undefined> {
  return tx.first(sql<HeldRow>`select ${columns} from held where tenant_id = ${tenantId} and id = ${id} for update`);
}

/** Locks the repeated publications of a post that wait. */
export async function lockRetries(tx: Runner, tenantId: string, postId: string): Promise<HeldRow[]> {
  return tx.run(sql<HeldRow>`select ${columns} from held
    where tenant_id = ${tenantId} and post_id = ${postId} and kind = 'retry' and ${isOpen} order by id for update`);
}

/** An equal call of the same author that waits. */
export async function equalOne(db: Runner, tenantId: string, equalTo: Buffer): Promise<HeldRow | undefined> {
  return db.first(sql<HeldRow>`select ${columns} from held where tenant_id = ${tenantId} and equal_to = ${equalTo} and state = 'waiting'
    order by created_at desc limit 1`);
}

export interface Decision {
  readonly state: HeldState;
  readonly by: StoredActor | undefined;
  readonly note?: string | undefined;
}

/** Ends what waits. False when it does not wait any more. */
export async function end(tx: Runner, tenantId: string, id: string, { state, by, note }: Decision): Promise<boolean> {
  const ended = await tx.first(sql`
    update held set state = ${state}, decided_by = ${actorJson(by)}::jsonb, decided_at = case when ${state} = 'missed' then null else tenant_now() end,
      note = ${note ?? null}, blocked_by = case when ${state} = 'missed' then ${keptBlock} end, ends_at = null,
      updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} and ${isOpen} and state <> ${state} returning 1`);
  return ended !== undefined;
}

export async function noteBlock(tx: Runner, tenantId: string, id: string, reason: object): Promise<void> {
  await tx.run(sql`update held set blocked_by = coalesce(${keptBlock}, ${JSON.stringify(reason)}::jsonb), updated_at = tenant_now()
    where tenant_id = ${tenantId} and id = ${id} and ${isOpen}`);
}

export async function noteResult(tx: Runner, tenantId: string, id: string, result: object): Promise<void> {
  await tx.run(
    sql`update held set result = ${JSON.stringify(result)}::jsonb where tenant_id = ${tenantId} and id = ${id}`,
  );
}

/** Ends everything that waits of a post, also what would have changed its copies. */
export async function endOfPost(
  tx: Runner,
  tenantId: string,
  postId: string,
  by: StoredActor | undefined,
): Promise<HeldRow[]> {
  return tx.run(sql<HeldRow>`
    update held set state = 'withdrawn', decided_by = ${actorJson(by)}::jsonb, decided_at = tenant_now(), ends_at = null, updated_at = tenant_now()
    where tenant_id = ${tenantId} and post_id = ${postId} and ${isOpen} returning ${columns}`);
}

export interface HeldFilter {
  readonly kinds: readonly HeldKind[];
  readonly states: readonly HeldState[];
  /** undefined: all. */
  readonly brands: readonly string[] | undefined;
  readonly createdBy: string | undefined;
  readonly sort: keyof typeof SORTED_BY;
}

const SORTED_BY = { created: 'created_at', due: 'due_at', window: 'window_closes_at' } as const;
/** The position of what has no time: it comes last. */
export const NO_TIME = new Date('9999-12-31T00:00:00Z');

/** One page and one row more: the newest first, or the next to be due. */
export async function list(
  db: Runner,
  tenantId: string,
  { kinds, states, brands, createdBy, sort }: HeldFilter,
  after: TimePosition | undefined,
  limit: number,
): Promise<HeldRow[]> {
  const conditions = [sql`tenant_id = ${tenantId}`, sql`state = any (${states})`, sql`kind = any (${kinds})`];
  if (brands !== undefined) conditions.push(sql`brand_ids <@ ${brands}::text[]`, sql`brand_ids <> '{}'`);
  if (createdBy !== undefined) conditions.push(sql`created_by ->> 'id' = ${createdBy}`);
  const column = sql.ref(SORTED_BY[sort]);
  const isNewestFirst = sort === 'created';
  if (after !== undefined)
    conditions.push(
      isNewestFirst
        ? sql`(created_at, id) < (${after[0]}::timestamptz, ${after[1]})`
        : sql`(coalesce(${column}, ${NO_TIME}::timestamptz), id) > (${after[0]}::timestamptz, ${after[1]})`,
    );
  return db.run(sql<HeldRow>`select ${columns} from held where ${sql.join(conditions, sql` and `)}
    order by ${isNewestFirst ? sql`created_at desc, id desc` : sql`${column}, id`} limit ${limit + 1}`);
}
