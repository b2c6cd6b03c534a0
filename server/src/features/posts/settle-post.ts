import { sql } from 'kysely';
import type { NewEvent } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import type { PostStatus } from '../../db/schema.ts';
import type { Job, Outcome } from '../actions/index.ts';
import { record } from '../events/index.ts';
import { usage } from '../usage/index.ts';
import * as posts from './post.repository.ts';
import { latenessOf, type PostRow, present, type TargetRow, toTarget } from './post.ts';
import { hasOpenSegments } from './target.repository.ts';

/** Posts are locked before accounts. */
export async function lockPost(tx: Runner, job: Job): Promise<void> {
  await tx.run(sql`select 1 from posts where tenant_id = ${job.tenantId} and id = ${job.postId} for update`);
}

/** Gives the post its final status once nothing of it is waiting or running, with the event and a refund if one is due. */
export async function settlePost(tx: Runner, job: Job, outcome: Outcome): Promise<void> {
  const post = await posts.byId(tx, job.tenantId, job.postId as string);
  if (post === undefined) return;
  const events =
    outcome.status === 'unconfirmed' && job.kind === 'publish' ? [unconfirmedEvent(post, job, outcome)] : [];
  const targets = post.targets ?? [];
  const status = (await hasOpenSegments(tx, job.tenantId, post.id)) ? undefined : terminalStatus(targets);
  if (status === undefined || isSettled(post.status)) return record(tx, job.tenantId, events);
  const published = status === 'failed' ? {} : { publishedAt: 'now' as const };
  await posts.update(tx, job.tenantId, post.id, { status, chargedPeriod: null, ...published });
  if (isThrottled(targets) && post.charged_period !== null) {
    await usage.giveBack(tx, job.tenantId, 'post', post.charged_period);
  }
  await record(tx, job.tenantId, [...events, terminalEvent(post, status)]);
}

function isSettled(status: PostStatus): boolean {
  return status === 'published' || status === 'partial' || status === 'failed';
}

/** The post's status once no target is waiting or running; undefined before. */
export function terminalStatus(targets: readonly TargetRow[]): PostStatus | undefined {
  if (targets.some(({ status }) => status === 'pending' || status === 'publishing')) return undefined;
  const published = targets.filter(({ status }) => status === 'published').length;
  return published === targets.length ? 'published' : published > 0 ? 'partial' : 'failed';
}

/** A throttle of the platform costs nothing when nothing was published (specification, "Errors", rule 1). */
function isThrottled(targets: readonly TargetRow[]): boolean {
  return (
    targets.some(({ error }) => error?.code === 'platform_rate_limit') &&
    !targets.some(({ status }) => status === 'published' || status === 'unconfirmed')
  );
}

export function terminalEvent(post: PostRow, status: PostStatus): NewEvent {
  const type = status === 'published' ? 'post.published' : status === 'partial' ? 'post.partial' : 'post.failed';
  const targets = post.targets ?? [];
  const failed = targets.find(({ error }) => error !== null)?.error;
  return {
    type,
    resourceId: post.id,
    status: status === 'published' ? 'ok' : 'failed',
    summary: `Post ${status} on ${targets.map(({ platform }) => platform).join(', ')}`,
    ...(failed === undefined || failed === null
      ? {}
      : { errorCategory: failed.category, errorMessage: failed.message }),
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
    platform: job.platform,
    status: 'failed',
    summary: `It is not known whether the post was published on ${job.platform}`,
    errorCategory: outcome.failure.category,
    errorMessage: outcome.failure.message,
    data: { post_id: post.id, account_id: job.accountId, platform: job.platform, error: outcome.failure },
  };
}
