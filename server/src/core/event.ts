import type { z } from 'zod';
import { accountEvents } from './events/account-events.ts';
import { heldEvents } from './events/held-events.ts';
import { inboxEvents } from './events/inbox-events.ts';
import { postEvents } from './events/post-events.ts';
import type { Origin } from './observing/work.ts';

/** Kinds of events that webhook endpoints may subscribe to (contract, 14.2). */
export const EVENT_TYPES = { ...inboxEvents, ...postEvents, ...heldEvents, ...accountEvents };

export const EVENT_CATEGORIES = ['posts', 'inbox', 'accounts'] as const;
export type EventCategory = (typeof EVENT_CATEGORIES)[number];
type PostEventType = keyof typeof postEvents | keyof typeof heldEvents;
export type InboxEventType = keyof typeof inboxEvents;
export type EventType = keyof typeof EVENT_TYPES;
/** The `data` of an event of this type. */
export type EventData<Type extends EventType = EventType> = z.infer<(typeof EVENT_TYPES)[Type]['data']>;

/** Sent only as a ping or test, never stored in the event log, never subscribed to. */
export const TEST_EVENT = 'webhook.test';

interface EventFacts {
  readonly summary: string;
  readonly resourceId?: string;
  readonly accountId?: string;
  /** The account's platform. An event with a platform has an account, too. */
  readonly platform?: string;
  readonly status?: 'ok' | 'failed';
  readonly errorCategory?: string;
  readonly errorMessage?: string;
  /** The platform's own payload, unchanged, when the event comes from a platform. */
  readonly rawPayload?: unknown;
  /** The cause of it; default: the origin of the work that records it. */
  readonly origin?: Origin | undefined;
}

/** The accounts of a post. Its events keep the brand that they share; other events keep that of `accountId`. */
interface OfPost {
  readonly accountIds: readonly string[];
}

/** An event about to be written to its tenant's log, in the transaction that caused it. */
export type NewEvent = {
  [Type in EventType]: EventFacts & {
    readonly type: Type;
    readonly data: EventData<Type>;
  } & (Type extends PostEventType ? OfPost : { readonly accountIds?: never });
}[EventType];

export function categoryOf(type: EventType): EventCategory {
  if (Object.hasOwn(postEvents, type) || Object.hasOwn(heldEvents, type)) return 'posts';
  return Object.hasOwn(inboxEvents, type) ? 'inbox' : 'accounts';
}

/** The types of events that a category holds. */
export function typesOf(category: EventCategory): EventType[] {
  return (Object.keys(EVENT_TYPES) as EventType[]).filter((type) => categoryOf(type) === category);
}
