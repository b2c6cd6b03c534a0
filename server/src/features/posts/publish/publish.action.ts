import type { Content } from '../../../core/connector.ts';
import type { Action } from '../../../engine/index.ts';
import { compact } from '../../../lib/compact.ts';
import { destinationIdOf } from '../compose/destination.ts';
import type { TargetInput } from '../model/post.ts';
import { hasFollowUps, queueFirstFollowUp } from './follow-ups.action.ts';
import { peek, type StartedPost, start } from './settle-post.repository.ts';
import { lockPosts, readPosts, settlePosts } from './settle-post.ts';
import { StoredTarget } from './stored-input.ts';

/** Publishing one target of a post. */
export const publishAction: Action<TargetInput, StartedPost> = {
  name: 'publish',
  onThrottle: 'wait',
  input: StoredTarget,
  effect: (connector) => connector.publishing,
  lock: lockPosts,
  isShared: true,

  start: (batcher, job) => batcher.statement(job, start, { tenantId: job.tenantId, id: job.postId as string }),

  peek: (batcher, job) => batcher.statement(job, peek, { tenantId: job.tenantId, id: job.postId as string }),

  async load(_db, { platform, input: target }, resolve, post): Promise<Content> {
    const options = { ...post.platform_data[platform], ...target.platform_data };
    return compact({
      text: target.text ?? post.text ?? '',
      title: target.title ?? post.title ?? undefined,
      visibility: target.visibility ?? post.visibility ?? undefined,
      destinationId: destinationIdOf(target),
      media: await resolve(target.media ?? post.media, options),
      options,
    });
  },

  async settled(tx, actions) {
    const read = await readPosts(tx, actions);
    let isExtended = false;
    for (const { job, outcome, connector } of actions) {
      const { input } = job;
      const post = read.posts.get(job.postId as string);
      if (post === undefined || input === undefined || outcome.status !== 'published') continue;
      if (!hasFollowUps(post, { input })) continue;
      await queueFirstFollowUp(tx, { ...job, input }, post, connector, outcome.published.platformId);
      isExtended = true;
    }
    return await settlePosts(tx, actions, isExtended ? undefined : read);
  },
};
