import { sql } from 'kysely';
import type { Content } from '../../core/connector.ts';
import type { Runner } from '../../db/query.ts';
import type { ActionKind, Job } from '../actions/index.ts';
import { destinationIdOf } from './destination.ts';
import { firstExtra } from './extras.ts';
import * as posts from './post.repository.ts';
import type { PostRow, TargetInput } from './post.ts';
import { toMedia } from './resolve-content.ts';
import { lockPost, settlePost } from './settle-post.ts';

/** Publishing one target of a post. */
export const publishKind: ActionKind = {
  name: 'publish',
  onThrottle: 'wait',
  effect: (connector) => connector.publishing,
  lock: lockPost,

  async load(db, job): Promise<Content | undefined> {
    const post = await startPost(db, job);
    if (post === undefined) return undefined;
    const target = job.input as TargetInput;
    const visibility = target.visibility ?? post.visibility ?? undefined;
    const destinationId = destinationIdOf(target);
    const title = target.title ?? post.title ?? undefined;
    return {
      text: target.text ?? post.text ?? '',
      ...(title === undefined ? {} : { title }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(destinationId === undefined ? {} : { destinationId }),
      media: (target.media ?? post.media).map(toMedia),
      options: { ...post.platform_data[job.platform], ...target.platform_data },
    };
  },

  async settled(tx, job, outcome, connector) {
    const post = await posts.byId(tx, job.tenantId, job.postId as string);
    if (post === undefined) return;
    if (outcome.status === 'published') await firstExtra(tx, job, post, connector, outcome.published.platformId);
    await settlePost(tx, job, outcome);
  },
};

/** Marks a scheduled post as publishing when its first target starts. */
async function startPost(db: Runner, job: Job): Promise<PostRow | undefined> {
  await db.run(sql`update posts set status = 'publishing', updated_at = now()
    where tenant_id = ${job.tenantId} and id = ${job.postId} and status = 'scheduled'`);
  return posts.byId(db, job.tenantId, job.postId as string);
}
