import type { NewEvent } from '../../../core/event.ts';
import type { Schedule } from '../schedule/schedule.ts';
import type { NewPost } from './new-post.ts';
import { present } from './post.ts';
import type { NewTarget } from './target.repository.ts';

/** The fields of a scheduled post that its event carries. */
export interface ScheduledPost extends Pick<NewPost, 'id' | 'schedule' | 'timezone'> {
  readonly targets: readonly Pick<NewTarget, 'accountId' | 'platform'>[];
}

export function scheduledEvent(post: ScheduledPost): NewEvent {
  // The status `scheduled` means that there is a time.
  const { at, local } = post.schedule as Schedule;
  return {
    type: 'post.scheduled',
    resourceId: post.id,
    accountIds: post.targets.map(({ accountId }) => accountId),
    summary: `Post scheduled for ${at.toISOString()}`,
    data: {
      post_id: post.id,
      status: 'scheduled',
      scheduled_at: at.toISOString(),
      ...present({ scheduled_local: local, timezone: post.timezone }),
      targets: post.targets.map(({ accountId, platform }) => ({ account_id: accountId, platform })),
    },
  };
}
