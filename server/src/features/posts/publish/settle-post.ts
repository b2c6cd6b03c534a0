import type { NewEvent } from '../../../core/event.ts';
import type { PostStatus } from '../../../db/column-types.ts';
import type { Transaction } from '../../../db/database.ts';
import type { Runner } from '../../../db/query.ts';
import type { EndedPosts, Job, Outcome, SettledAction } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { record } from '../../events/index.ts';
import { refund } from '../../outcomes/index.ts';
import { accountIdsOf, latenessOf, type PostRow, present, type TargetRow, toTarget } from '../model/post.ts';
import * as repository from './settle-post.repository.ts';

/** Posts are locked before accounts. */
export async function lockPosts(tx: Runner, jobs: readonly Job[]): Promise<void> {
  await repository.lock(tx, keysOf(jobs));
}

/** The posts of settled actions, with everything that decides their final status. */
export interface ReadPosts {
  readonly posts: ReadonlyMap<string, PostRow & { readonly tenant_id: string }>;
  /** Posts with parts of threads that wait or run. */
  readonly open: ReadonlySet<string>;
}

export async function readPosts(tx: Transaction, actions: readonly SettledAction[]): Promise<ReadPosts> {
  const keys = keysOf(actions.map(({ job }) => job));
  const rows = tx.defer((runner) => repository.read(runner, keys));
  const open = await repository.withOpenSegments(tx, keys);
  return { posts: new Map((await rows.result).map((row) => [row.id, row])), open };
}

/**
 * Gives posts their final status once none of their targets waits or runs, with the events and refunds that are due. A
 * post starts with its first target, whether that was sent or not. The rows of the tenants are locked last. Returns the
 * posts that ended.
 */
export async function settlePosts(
  tx: Transaction,
  actions: readonly SettledAction[],
  known?: ReadPosts,
): Promise<EndedPosts> {
  const read = known ?? (await readPosts(tx, actions));
  const events = new Map<string, NewEvent[]>();
  const addEvent = (tenantId: string, event: NewEvent) =>
    events.set(tenantId, [...(events.get(tenantId) ?? []), event]);
  const started: repository.PostKey[] = [];
  const ends: { tenant_id: string; id: string; status: PostStatus }[] = [];
  const refunds: { tenantId: string; period: Date }[] = [];
  const ofPost = Map.groupBy(actions, ({ job }) => job.postId);
  for (const post of read.posts.values()) {
    const settled = ofPost.get(post.id) ?? [];
    // Posts of several requests are settled together.
    const origin = settled.at(-1)?.job.origin;
    for (const { job, outcome } of settled)
      if (outcome.status === 'unconfirmed' && job.kind === 'publish')
        addEvent(post.tenant_id, { ...unconfirmedEvent(post, job, outcome), origin });
    const targets = post.targets ?? [];
    const status = read.open.has(post.id) ? undefined : terminalStatus(targets);
    if (status === undefined && post.status === 'scheduled') started.push({ tenantId: post.tenant_id, id: post.id });
    if (status === undefined || isSettled(post.status)) continue;
    ends.push({ tenant_id: post.tenant_id, id: post.id, status });
    if (isThrottled(post) && post.charged_period !== null)
      refunds.push({ tenantId: post.tenant_id, period: post.charged_period });
    addEvent(post.tenant_id, { ...terminalEvent(post, status), origin });
  }
  if (started.length > 0) tx.defer((runner) => repository.markStarted(runner, started));
  if (ends.length > 0) tx.defer((runner) => repository.finish(runner, ends));
  const tenantIds = [...events.keys()].sort();
  if (tenantIds.length > 1) tx.defer((runner) => repository.lockTenants(runner, tenantIds));
  for (const { tenantId, period } of refunds) tx.defer((runner) => refund(runner, tenantId, 'post', period));
  for (const tenantId of tenantIds) tx.defer((runner) => record(runner, tenantId, events.get(tenantId) ?? []));
  return new Map(ends.map(({ id, status }) => [id, status]));
}

function keysOf(jobs: readonly Job[]): repository.PostKey[] {
  const keys = jobs.map(({ tenantId, postId }) => ({ tenantId, id: postId ?? '' }));
  return [...new Map(keys.map((key) => [key.id, key])).values()];
}

function isSettled(status: PostStatus): boolean {
  return status === 'published' || status === 'partial' || status === 'failed';
}

type TerminalStatus = 'published' | 'partial' | 'failed';

/** The post's final status; undefined while a target waits or runs. Copies that were taken down do not count. */
export function terminalStatus(targets: readonly TargetRow[]): TerminalStatus | undefined {
  if (targets.some(({ status }) => status === 'pending' || status === 'publishing')) return undefined;
  const rest = targets.filter(({ status }) => status !== 'unpublished');
  const published = rest.filter(({ status }) => status === 'published').length;
  return published === rest.length ? 'published' : published > 0 ? 'partial' : 'failed';
}

/** The status of a post that has lost targets or copies. Those that are left decide. */
export function statusOfRest({ status, targets }: Pick<PostRow, 'status' | 'targets'>): PostStatus {
  const rest = targets ?? [];
  if (status === 'draft' || rest.length === 0) return status;
  if (rest.every((target) => target.status === 'cancelled' || target.status === 'unpublished')) return 'cancelled';
  return status === 'scheduled' ? status : (terminalStatus(rest) ?? status);
}

/**
 * Whether a platform throttled the post and no target was published; such a post costs nothing (specification, "Errors",
 * rule 1). A throttled retry costs nothing either: targets published before it have an earlier attempt.
 */
function isThrottled({ targets, retry_count: retries }: PostRow): boolean {
  const tried = (targets ?? []).filter(({ attempt }) => attempt >= retries);
  return (
    tried.some(({ error }) => error?.code === 'platform_rate_limit') &&
    !tried.some(({ status }) => status === 'published' || status === 'unconfirmed')
  );
}

export function terminalEvent(post: PostRow, status: TerminalStatus): NewEvent {
  const targets = post.targets ?? [];
  const failed = targets.find(({ error }) => error !== null)?.error;
  return {
    type: `post.${status}`,
    resourceId: post.id,
    accountIds: accountIdsOf(post),
    status: status === 'published' ? 'ok' : 'failed',
    summary: `Post ${status} on ${targets.map(({ platform }) => platform).join(', ')}`,
    ...compact({ errorCategory: failed?.category, errorMessage: failed?.message }),
    data: {
      post_id: post.id,
      status,
      ...present({ late_by_seconds: latenessOf(targets) }),
      results: targets.map(toTarget),
    },
  };
}

function unconfirmedEvent(post: PostRow, job: Job, outcome: Extract<Outcome, { status: 'unconfirmed' }>): NewEvent {
  return {
    type: 'post.unconfirmed',
    resourceId: post.id,
    accountId: job.accountId,
    accountIds: [job.accountId],
    platform: job.platform,
    status: 'failed',
    summary: `It is not known whether the post was published on ${job.platform}`,
    errorCategory: outcome.failure.category,
    errorMessage: outcome.failure.message,
    data: { post_id: post.id, account_id: job.accountId, platform: job.platform, error: outcome.failure },
  };
}
