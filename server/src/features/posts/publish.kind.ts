import { sql } from 'kysely';
import type { Content, Media } from '../../core/connector.ts';
import type { NewEvent } from '../../core/event.ts';
import type { Runner } from '../../db/query.ts';
import type { PostStatus, StoredMedia } from '../../db/schema.ts';
import type { ActionKind, Job, Outcome } from '../actions/index.ts';
import { record } from '../events/index.ts';
import { usage } from '../usage/index.ts';
import * as posts from './post.repository.ts';
import { type PostRow, type TargetInput, type TargetRow, toTarget } from './post.ts';
import { mediaType } from './resolve-content.ts';

/** Publishing one target of a post. */
export const publishKind: ActionKind = {
  name: 'publish',
  onThrottle: 'wait',
  effect: (connector) => connector.publishing,

  async load(db, job): Promise<Content> {
    const post = await startPost(db, job);
    const target = job.input as TargetInput;
    const visibility = target.visibility ?? post.visibility ?? undefined;
    const title = target.title ?? post.title ?? undefined;
    return {
      text: target.text ?? post.text ?? '',
      ...(title === undefined ? {} : { title }),
      ...(visibility === undefined ? {} : { visibility }),
      media: (target.media ?? post.media).map(toMedia),
      options: { ...post.platform_data[job.platform], ...target.platform_data },
    };
  },

  lock: async (tx, job) => {
    await tx.run(sql`select 1 from posts where tenant_id = ${job.tenantId} and id = ${job.postId} for update`);
  },

  async settled(tx, job, outcome) {
    const post = await posts.byId(tx, job.tenantId, job.postId as string);
    if (post === undefined) return;
    const events = outcome.status === 'unconfirmed' ? [unconfirmedEvent(post, job, outcome)] : [];
    const status = terminalStatus(post.targets ?? []);
    if (status === undefined) return record(tx, job.tenantId, events);
    await posts.update(tx, job.tenantId, post.id, {
      status,
      chargedPeriod: null,
      ...(status === 'failed' ? {} : { publishedAt: 'now' as const }),
    });
    if (isThrottled(post.targets ?? []) && post.charged_period !== null)
      await usage.giveBack(tx, job.tenantId, 'post', post.charged_period);
    await record(tx, job.tenantId, [...events, terminalEvent(post, status)]);
  },
};

/** Marks a scheduled post as publishing when its first target starts. */
async function startPost(db: Runner, job: Job): Promise<PostRow> {
  await db.run(
    sql`update posts set status = 'publishing', updated_at = now() where tenant_id = ${job.tenantId} and id = ${job.postId} and status = 'scheduled'`,
  );
  const post = await posts.byId(db, job.tenantId, job.postId as string);
  if (post === undefined) throw new Error(`action ${job.actionId} has no post`);
  return post;
}

function toMedia(item: StoredMedia): Media {
  return {
    type: mediaType(item),
    url: item.source,
    ...(item.alt_text === undefined ? {} : { altText: item.alt_text }),
  };
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

function terminalEvent(post: PostRow, status: PostStatus): NewEvent {
  const type = status === 'published' ? 'post.published' : status === 'partial' ? 'post.partial' : 'post.failed';
  const failed = (post.targets ?? []).find(({ error }) => error !== null)?.error;
  return {
    type,
    resourceId: post.id,
    status: status === 'published' ? 'ok' : 'failed',
    summary: `Post ${status} on ${(post.targets ?? []).map(({ platform }) => platform).join(', ')}`,
    ...(failed === undefined || failed === null
      ? {}
      : { errorCategory: failed.category, errorMessage: failed.message }),
    data: { post_id: post.id, status, results: (post.targets ?? []).map(toTarget) },
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
