import type { NewEvent } from '../../../core/event.ts';
import type { NewPost } from './new-post.ts';
import { present } from './post.ts';
import type { NewTarget } from './target.repository.ts';

/** The fields of a scheduled post that its event carries. */
export interface ScheduledPost extends Pick<NewPost, 'id' | 'schedule' | 'timezone'> {
  readonly targets: readonly Pick<NewTarget, 'accountId' | 'platform'>[];
}

export function scheduledEvent(post: ScheduledPost): NewEvent {
  const at = post.schedule?.at.toISOString();
  return {
    type: 'post.scheduled',
    resourceId: post.id,
    accountIds: post.targets.map(({ accountId }) => accountId),
    summary: `Post scheduled for ${at}`,
    data: {
      post_id: post.id,
      status: 'scheduled',
      scheduled_at: at,
      ...present({ scheduled_local: post.schedule?.local, timezone: post.timezone }),
      targets: post.targets.map(({ accountId, platform }) => ({ account_id: accountId, platform })),
    },
  };
}
