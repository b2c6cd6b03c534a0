import type { Content } from '../../core/connector.ts';
import type { ActionKind } from '../actions/index.ts';
import { destinationIdOf } from './destination.ts';
import { firstExtra, hasExtras } from './extras.ts';
import type { TargetInput } from './post.ts';
import { start } from './settle-post.repository.ts';
import { lockPosts, readPosts, settlePosts } from './settle-post.ts';

/** Publishing one target of a post. */
export const publishKind: ActionKind = {
  name: 'publish',
  onThrottle: 'wait',
  effect: (connector) => connector.publishing,
  lock: lockPosts,
  isShared: true,

  async load(db, job, resolve): Promise<Content | undefined> {
    const post = await db.gather(start, { tenantId: job.tenantId, id: job.postId as string }, job.hasOwnClock);
    if (post === undefined) return undefined;
    const target = job.input as TargetInput;
    const visibility = target.visibility ?? post.visibility ?? undefined;
    const destinationId = destinationIdOf(target);
    const options = { ...post.platform_data[job.platform], ...target.platform_data };
    const title = target.title ?? post.title ?? undefined;
    return {
      text: target.text ?? post.text ?? '',
      ...(title === undefined ? {} : { title }),
      ...(visibility === undefined ? {} : { visibility }),
      ...(destinationId === undefined ? {} : { destinationId }),
      media: await resolve(target.media ?? post.media, options),
      options,
    };
  },

  async settled(tx, ended) {
    const read = await readPosts(tx, ended);
    let isExtended = false;
    for (const { job, outcome, connector } of ended) {
      const post = read.posts.get(job.postId as string);
      if (post === undefined || outcome.status !== 'published' || !hasExtras(post, job)) continue;
      await firstExtra(tx, job, post, connector, outcome.published.platformId);
      isExtended = true;
    }
    await settlePosts(tx, ended, isExtended ? undefined : read);
  },
};
