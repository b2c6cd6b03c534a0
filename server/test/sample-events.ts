import { EVENT_TYPES, type NewEvent } from '../src/core/event.ts';
import { newId } from '../src/core/ids.ts';

const about = { platform: 'mastodon', at: '2027-01-01T00:00:00.000Z', livemode: false };

type CommentEvent = Extract<NewEvent, { type: 'comment.received' }>;

/** A comment with this text, as an event that may be written to a log. */
export function commentEvent(text: string, more: Partial<CommentEvent> = {}): CommentEvent {
  const example = EVENT_TYPES['comment.received'].example(about);
  return {
    type: 'comment.received',
    summary: 'Somebody commented',
    accountId: 'acc_1',
    platform: about.platform,
    resourceId: newId('cmt'),
    data: { ...example, content: { ...example.content, text } },
    ...more,
  };
}

/** A post that failed. */
export function failedPostEvent(): Extract<NewEvent, { type: 'post.failed' }> {
  return {
    type: 'post.failed',
    summary: 'A post failed',
    data: EVENT_TYPES['post.failed'].example(about),
    status: 'failed',
    resourceId: 'post_1',
    accountIds: [],
    platform: 'twitter',
    errorCategory: 'platform',
    errorMessage: 'Too long',
  };
}
