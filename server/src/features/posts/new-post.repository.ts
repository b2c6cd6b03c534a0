import type { Tenant } from '../../core/context.ts';
import { categoryOf, type NewEvent } from '../../core/event.ts';
import { newId } from '../../core/ids.ts';
import { callOf, type Runner } from '../../db/query.ts';
import type { StoredMedia, StoredSegment } from '../../db/schema.ts';
import type { ShownPost } from './post.ts';
import type { Schedule } from './schedule.ts';
import { type NewTarget, type TargetRecord, targetRecords } from './target.repository.ts';

export interface NewPost {
  readonly id: string;
  readonly text: string | null;
  readonly title: string | null;
  readonly status: 'draft' | 'scheduled' | 'publishing';
  readonly visibility: string | null;
  readonly media: readonly StoredMedia[];
  readonly firstComment: string | null;
  readonly segments: readonly StoredSegment[];
  readonly platformData: Readonly<Record<string, Record<string, unknown>>>;
  readonly schedule: Schedule | null;
  /** The zone of its wall times. */
  readonly timezone: string | null;
  /** null: duplicates are allowed. */
  readonly fingerprint: Buffer | null;
  readonly targets: readonly NewTarget[];
}

export const FINGERPRINT_MINUTES = 2;

const writePost = callOf<{ result: Date }>('write_post');

/**
 * Writes a post with everything that belongs to it in one statement: fingerprint, targets, the accounts' queues, the
 * charge, the event. Ends with the refusal `duplicate` or `quota:post` when it may not be, `account` when
 * an account is gone or of another brand than its target says, or `clock` when the test tenant's is not `knownAhead`
 * seconds ahead; then nothing is left.
 * A draft is free and waits for nobody. Others lock the accounts in the order of their ids, then the tenant's row.
 * The row is as it would be read back.
 */
export async function insertPost(
  tx: Runner,
  tenant: Tenant,
  post: NewPost,
  event: PostEvent | undefined,
  knownAhead: number | null = null,
): Promise<ShownPost> {
  const records = targetRecords(post);
  const isDraft = post.status === 'draft';
  const due = dueOf(post);
  const written = await tx.first(
    writePost({
      tenant: tenant.id,
      tenant_created: tenant.createdAt,
      has_clock: tenant.mode === 'test',
      known_ahead: knownAhead,
      posts_max: tenant.plan.postsPerPeriodMax,
      cost: isDraft ? 0 : 1,
      print: post.fingerprint,
      print_minutes: FINGERPRINT_MINUTES,
      new_id: post.id,
      new_text: post.text,
      new_title: post.title,
      new_status: post.status,
      new_visibility: post.visibility,
      new_first_comment: post.firstComment,
      new_segments: post.segments.length === 0 ? null : JSON.stringify(post.segments),
      new_media: JSON.stringify(post.media),
      new_platform_data: post.platformData,
      new_scheduled_at: post.schedule?.at,
      new_scheduled_local: post.schedule?.local,
      new_timezone: post.timezone,
      new_due_at: due,
      target_status: post.status === 'publishing' ? 'publishing' : 'pending',
      ...targetParameters(post.targets, records, due),
      event_id: event === undefined ? null : newId('evt'),
      event_type: event?.type,
      event_category: event === undefined ? null : categoryOf(event.type),
      event_summary: event?.summary,
      event_data: event?.data,
    }),
  );
  return rowOf(post, records, (written as { result: Date }).result);
}

/** What an event of a new post carries; its resource is the post. */
export type PostEvent = Pick<NewEvent, 'type' | 'summary' | 'data'>;

/** When a post's targets are due unless they have times of their own; null for a draft. */
function dueOf(post: NewPost): Due {
  return post.status === 'publishing' ? 'now' : (post.schedule?.at ?? null);
}
type Due = TargetRecord['due_at'];

/** The targets as `write_post` takes them: most posts have one, with no time of its own. */
function targetParameters(targets: readonly NewTarget[], records: readonly TargetRecord[], due: Due) {
  const only = targets.length === 1 && targets[0]?.schedule === null ? targets[0] : undefined;
  const several = only === undefined && targets.length > 0;
  const list = <T>(of: (record: TargetRecord) => T) => (several ? records.map(of) : null);
  const accounts = several ? accountsOf(targets, records, due) : null;
  return {
    target_id: only?.id,
    target_account: only?.accountId,
    target_brand: only?.brandId,
    target_platform: only?.platform,
    target_input: only?.input,
    target_ids: list(({ id }) => id),
    target_accounts: list(({ account_id }) => account_id),
    target_platforms: list(({ platform }) => platform),
    target_inputs: list(({ input }) => JSON.stringify(input)),
    own_times: list(({ scheduled_at }) => scheduled_at),
    own_locals: list(({ scheduled_local }) => scheduled_local),
    account_ids: accounts?.map(({ id }) => id),
    account_brands: accounts?.map(({ brandId }) => brandId),
    account_platforms: accounts?.map(({ platform }) => platform),
    account_dues: accounts?.map((account) => account.due),
  };
}

interface AccountEntry {
  readonly id: string;
  readonly brandId: string;
  readonly platform: string;
  due: Due;
}

/** Each account once, with the time at which its first target is due, null where that is the post's. */
function accountsOf(targets: readonly NewTarget[], records: readonly TargetRecord[], postDue: Due): AccountEntry[] {
  const entries = new Map<string, AccountEntry>();
  for (const [index, { accountId: id, brandId, platform }] of targets.entries()) {
    const due = records[index]?.due_at ?? null;
    const first = entries.get(id);
    if (first === undefined) entries.set(id, { id, brandId, platform, due });
    else if (due !== null && first.due !== null && due < first.due) first.due = due;
  }
  for (const entry of entries.values()) if (entry.due === postDue) entry.due = null;
  return [...entries.values()];
}

function rowOf(post: NewPost, records: readonly TargetRecord[], at: Date): ShownPost {
  return {
    id: post.id,
    text: post.text,
    title: post.title,
    status: post.status,
    visibility: post.visibility,
    first_comment: post.firstComment,
    segments: post.segments.length === 0 ? null : [...post.segments],
    media: [...post.media],
    hidden: false,
    scheduled_at: post.schedule?.at ?? null,
    scheduled_local: post.schedule?.local ?? null,
    timezone: post.timezone,
    published_at: null,
    retry_count: 0,
    created_at: at,
    updated_at: at,
    targets: records.map((record) => ({
      ...record,
      scheduled_at: record.scheduled_at?.toISOString() ?? null,
      platform_id: null,
      permalink: null,
      published_at: null,
      error: null,
      metadata: {},
      attempt: 0,
    })),
  };
}
