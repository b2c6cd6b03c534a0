import { channel } from 'node:diagnostics_channel';
import { PlatformError } from '../platform-error.ts';
import type { Tenant } from '../tenant.ts';

/**
 * Tells listeners of this process what happened, such as metrics and logs. Nothing is told without listeners, so a
 * message costs nothing then. Listeners run at once and never throw. Messages hold ids, never texts or secrets.
 */
export interface Channel<Message> {
  readonly hasSubscribers: boolean;
  publish(message: Message): void;
  subscribe(listener: (message: Message) => void): void;
  unsubscribe(listener: (message: Message) => void): boolean;
}

const open = <Message>(name: string) => channel(`hubbub.${name}`) as unknown as Channel<Message>;

type Mode = Tenant['mode'];

/** An action was settled; told after the commit. */
export const actionSettled = open<{
  readonly mode: Mode;
  readonly tenantId: string;
  readonly accountId: string;
  readonly actionId: string;
  readonly postId: string | null;
  readonly platform: string;
  /** The kind of action: `publish`, `reply` and so on. */
  readonly kind: string;
  readonly attempt: number;
  readonly outcome: 'published' | 'failed' | 'unconfirmed';
  /** The code of the failure. */
  readonly code?: string | undefined;
}>('action-settled');

/** A post got its final status from its targets; told after the commit. */
export const postSettled = open<{
  readonly mode: Mode;
  readonly tenantId: string;
  readonly postId: string;
  readonly outcome: 'published' | 'partial' | 'failed';
}>('post-settled');

/** A call to a platform has ended. */
export const platformCalled = open<{
  readonly mode: Mode;
  readonly tenantId: string;
  /** null: no account is connected yet. */
  readonly accountId: string | null;
  readonly platform: string;
  readonly method: string;
  /** The HTTP status; undefined without a response. */
  readonly status: number | undefined;
  /** Why there is no response: `unavailable` when the call did not arrive, `unknown` when it may have. */
  readonly error: 'unavailable' | 'unknown' | undefined;
  readonly durationMs: number;
}>('platform-called');

/** A platform refused a call because there were too many. Some say so with other statuses than 429. */
export const platformThrottled = open<{ readonly mode: Mode; readonly platform: string }>('platform-throttled');

/** Tells about a throttle when the error is one. */
export function tellThrottle(error: unknown, platform: string, mode: Mode): void {
  if (error instanceof PlatformError && error.kind === 'rate_limited') platformThrottled.publish({ mode, platform });
}

/** News of an account were stored; told after the commit. */
export const newsStored = open<{
  readonly mode: Mode;
  readonly tenantId: string;
  readonly accountId: string;
  readonly platform: string;
  readonly source: 'callback' | 'reading';
  /** For each item, the seconds from its time on the platform until it was stored. */
  readonly lagSeconds: readonly number[];
}>('news-stored');

/** A delivery was tried and its outcome is written. */
export const deliveryTried = open<{
  readonly mode: Mode;
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string | null;
  readonly attempt: number;
  /** `pending`: it will be tried again. */
  readonly outcome: 'success' | 'failed' | 'pending';
  /** The HTTP status; null without a response. */
  readonly status: number | null;
  readonly reason: string | null;
  readonly durationMs: number;
}>('delivery-tried');

/** A plan refused a request because its allowance is used up. */
export const quotaRefused = open<{ readonly charge: string }>('quota-refused');

/** Statements took longer than a second, or the time limit stopped them. */
export const slowStatements = open<{ readonly outcome: 'finished' | 'stopped'; readonly durationMs: number }>(
  'slow-statements',
);
