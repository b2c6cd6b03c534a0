import type { PlatformResponse } from '../session.ts';
import type { Tenant } from '../tenant.ts';
import type { CustomerResponse } from '../tools.ts';

/** The account that a platform call speaks for. */
export interface PlatformCaller {
  readonly tenantId: string;
  /** null: no account is connected yet. */
  readonly accountId: string | null;
  readonly platform: string;
}

/** One call to a platform. */
interface ObservedCall extends PlatformCaller {
  readonly mode: Tenant['mode'];
  /** The HTTP method. */
  readonly method: string;
}

/** The end of a call to a platform. `unavailable`: it never arrived. `unknown`: it may have arrived. */
export type CallOutcome = 'ok' | 'throttled' | 'refused' | 'failed' | 'unavailable' | 'unknown';

/** One attempt of a delivery. */
interface ObservedDelivery {
  readonly tenantId: string;
  readonly endpointId: string;
  readonly deliveryId: string;
  readonly eventId: string;
  readonly eventType: string;
  readonly attempt: number;
}

/** An action on a platform that is worked on. */
interface ObservedAction {
  readonly tenantId: string;
  readonly accountId: string;
  readonly actionId: string;
  readonly postId: string | null;
  readonly platform: string;
  readonly kind: string;
  readonly attempt: number;
}

/** A state that an action, a post, a delivery or an endpoint has reached. Committed before it is told. */
export interface StateChange {
  readonly of: 'action' | 'post' | 'delivery' | 'endpoint' | 'revocation';
  readonly state: string;
  /** Ids, names, codes and numbers; no texts of customers or platforms. */
  readonly facts: Readonly<Record<string, string | number | null | undefined>>;
}

/**
 * Told what the service does outside of itself: it logs, traces and counts. It never throws by itself and nothing waits
 * for it.
 */
export interface Observer {
  /** Makes a call to a platform. */
  readonly platformCall: (call: ObservedCall, send: () => Promise<PlatformResponse>) => Promise<PlatformResponse>;
  /** Sends a delivery once. */
  readonly delivery: (delivery: ObservedDelivery, send: () => Promise<CustomerResponse>) => Promise<CustomerResponse>;
  /** Works on one claim of an action. */
  readonly action: <T>(action: ObservedAction, work: () => Promise<T>) => Promise<T>;
  readonly changed: (change: StateChange) => void;
}
