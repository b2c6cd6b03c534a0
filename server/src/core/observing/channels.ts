import { channel } from 'node:diagnostics_channel';
import { PlatformError } from '../platform-error.ts';
import type { Tenant } from '../tenant.ts';
import type { CallOutcome } from './observer.ts';

/**
 * Tells what is counted in this process. Nothing is told without listeners. Those run at once and never throw. Messages
 * hold names and numbers of few values, never texts, and ids only for the journal of intents.
 */
export interface Channel<Message> {
  publish(message: Message): void;
  subscribe(listener: (message: Message) => void): void;
  unsubscribe(listener: (message: Message) => void): boolean;
}

const open = <Message>(name: string) => channel(`hubbub.${name}`) as unknown as Channel<Message>;

type Mode = Tenant['mode'];

/** An action was settled; told after the commit. */
export const actionSettled = open<{
  readonly mode: Mode;
  readonly platform: string;
  /** The kind of action: `publish`, `reply` and so on. */
  readonly kind: string;
  readonly outcome: 'published' | 'failed' | 'unconfirmed';
}>('action-settled');

/** A post got its final status from its targets; told after the commit. */
export const postSettled = open<{ readonly mode: Mode; readonly outcome: string }>('post-settled');

/** A call to a platform has ended. */
export const platformCalled = open<{
  readonly mode: Mode;
  readonly platform: string;
  readonly outcome: CallOutcome;
  readonly durationMs: number;
}>('platform-called');

/** A platform rejected work because there was too much. Some say so with other statuses than 429. */
export const platformThrottled = open<{ readonly mode: Mode; readonly platform: string }>('platform-throttled');

/** Tells about a throttle when the error is one. */
export function tellThrottle(error: unknown, platform: string, mode: Mode): void {
  if (error instanceof PlatformError && error.kind === 'rate_limited') platformThrottled.publish({ mode, platform });
}

/** News of an account were stored; told after the commit. */
export const newsStored = open<{
  readonly mode: Mode;
  readonly platform: string;
  readonly source: NewsSource;
  /** The seconds from each item's time on the platform until it was stored. */
  readonly lagSeconds: readonly number[];
}>('news-stored');

export type NewsSource = 'callback' | 'reading';

/** A delivery was tried and its outcome is written. */
export const deliveryTried = open<{
  readonly mode: Mode;
  /** `pending`: it will be tried again. */
  readonly outcome: 'success' | 'failed' | 'pending';
  readonly durationMs: number;
}>('delivery-tried');

/** A plan rejected a request because its allowance is used up. */
export const quotaRejected = open<{ readonly charge: string }>('quota-rejected');

/** A statement took longer than a second, or the time limit ended it. */
export const slowStatement = open<{ readonly outcome: 'finished' | 'stopped' }>('slow-statement');

/** Actions that waited changed without being sent; told after the commit. */
export const waitingChanged = open<{
  readonly tenantId: string;
  readonly actionIds: readonly string[];
  /** `withdrawn`: taken back, or removed from its platform. `edited`: it goes out in other words or at another time. */
  readonly change: 'withdrawn' | 'edited';
}>('waiting-changed');

/** An account got other tokens; told after the commit. */
export const tokenRenewed = open<{ readonly tenantId: string; readonly accountId: string }>('token-renewed');
