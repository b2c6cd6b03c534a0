/** Kinds of events that webhook endpoints may subscribe to (contract, 14.2). */
export const EVENT_TYPES = {
  'comment.received': ['inbox', 'Somebody commented on a post of a connected account'],
  'dm.received': ['inbox', 'Somebody sent a direct message to a connected account'],
  'dm.sent': ['inbox', 'A direct message left a connected account'],
  'dm.referral': ['inbox', 'Somebody opened a conversation through a referral link or an advertisement'],
  'dm.postback': ['inbox', 'Somebody pressed a button in a conversation'],
  'dm.status.sent': ['inbox', 'A direct message was accepted by the platform'],
  'dm.status.delivered': ['inbox', 'A direct message reached its recipient'],
  'dm.status.read': ['inbox', 'A direct message was read'],
  'dm.status.failed': ['inbox', 'A direct message could not be delivered'],
  'review.received': ['inbox', 'Somebody reviewed a connected business'],
  'mention.received': ['inbox', 'Somebody mentioned a connected account'],
  'post.scheduled': ['posts', 'A post was scheduled'],
  'post.published': ['posts', 'Every target of a post was published'],
  'post.partial': ['posts', 'Some targets of a post were published, others were not'],
  'post.failed': ['posts', 'No target of a post was published'],
  'post.unconfirmed': ['posts', 'It could not be proven whether a target was published'],
  'post.updated': ['posts', 'A post was changed'],
  'post.deleted': ['posts', 'A post was deleted'],
  'post.unpublished': ['posts', 'A post was taken down'],
  'post.retried': ['posts', 'Failed targets of a post are tried again'],
  'account.connected': ['accounts', 'An account was connected'],
  'account.disconnected': ['accounts', 'An account lost its access or was disconnected'],
  'account.token_expiring': ['accounts', 'The access of an account is about to expire'],
  'page.removed': ['accounts', 'A login does not reach a page any more'],
  'webhook.disabled': ['accounts', 'A webhook endpoint was disabled after failing for days'],
} as const satisfies Record<string, readonly [EventCategory, string]>;

export type EventCategory = 'posts' | 'inbox' | 'accounts';
export type EventType = keyof typeof EVENT_TYPES;

/** Sent only as a ping or test, never stored in the event log, never subscribed to. */
export const TEST_EVENT = 'webhook.test';

/** An event about to be written to its tenant's log, in the transaction that caused it. */
export interface NewEvent {
  readonly type: EventType;
  /** The `data` of the webhook payload. */
  readonly data: Record<string, unknown>;
  readonly summary: string;
  readonly resourceId?: string;
  readonly accountId?: string;
  /** The accounts that it is about, when that is not `accountId` alone. The event keeps the brand that they share. */
  readonly accountIds?: readonly string[];
  readonly platform?: string;
  readonly status?: 'ok' | 'failed';
  readonly errorCategory?: string;
  readonly errorMessage?: string;
  /** The platform's own payload, unchanged, when the event comes from a platform. */
  readonly rawPayload?: unknown;
}

export function categoryOf(type: EventType): EventCategory {
  return EVENT_TYPES[type][0];
}
