import type { Logger } from 'pino';
import { platformCalled } from '../core/observing/channels.ts';
import type { CallOutcome, Observer, StateChange } from '../core/observing/observer.ts';
import { withFacts } from '../core/observing/work.ts';
import { PlatformError } from '../core/platform-error.ts';
import { compact } from '../lib/compact.ts';

/** Makes spans of pieces of work. */
export interface Spans {
  /** Does work in a span of its own, below the one around it. `outcome` tells its facts at the end. */
  readonly inSpan: <T>(
    span: { readonly name: string; readonly kind: 'client' | 'consumer'; readonly facts: SpanFacts },
    work: () => Promise<T>,
    outcome?: (result: T) => SpanOutcome,
  ) => Promise<T>;
}

export type SpanFacts = Readonly<Record<string, string | number | null | undefined>>;

interface SpanOutcome {
  readonly facts: SpanFacts;
  readonly isFailure: boolean;
}

/** Makes no spans. */
const NO_SPANS: Spans = { inSpan: (_span, work) => work() };

/** States in which an item has failed for good or needs a person, which warns. */
const WARNED = new Set(['failed', 'unconfirmed', 'partial', 'disabled', 'dead', 'given_up']);

/** Steps of an action that went well. The journal has them, and the outcome follows. */
const STEPS = new Set(['prepared', 'sending']);

/** Logs and traces what the service does outside of itself. Lines have ids, names and numbers, never texts. */
export function createObserver(log: Logger, { inSpan }: Spans = NO_SPANS): Observer {
  return {
    async platformCall({ tenantId, accountId, platform, mode, method }, send) {
      const startedMs = performance.now();
      const facts = compact({ tenant_id: tenantId, account_id: accountId ?? undefined, platform, method });
      const told = (outcome: CallOutcome, status?: number) => {
        const durationMs = performance.now() - startedMs;
        platformCalled.publish({ platform, mode, outcome, durationMs });
        log.debug({ ...facts, ...compact({ status }), outcome, duration_ms: Math.round(durationMs) }, 'platform call');
      };
      try {
        const response = await inSpan({ name: `${platform} ${method}`, kind: 'client', facts }, send, ({ status }) => ({
          facts: { 'http.response.status_code': status },
          isFailure: status >= 400,
        }));
        told(outcomeOf(response.status), response.status);
        return response;
      } catch (error) {
        told(error instanceof PlatformError && error.kind === 'unknown' ? 'unknown' : 'unavailable');
        throw error;
      }
    },

    async delivery({ tenantId, endpointId, deliveryId, eventId, eventType, attempt }, send) {
      const facts = {
        tenant_id: tenantId,
        endpoint_id: endpointId,
        delivery_id: deliveryId,
        event_id: eventId,
        event: eventType,
        attempt,
      };
      const response = await inSpan({ name: `deliver ${eventType}`, kind: 'client', facts }, send, (answer) => ({
        facts: { 'http.response.status_code': answer.status, reason: answer.reason },
        isFailure: !isSuccess(answer.status),
      }));
      const { status, reason, durationMs } = response;
      const outcome = isSuccess(status) ? 'ok' : (reason ?? 'status');
      log.info({ ...facts, status, outcome, duration_ms: durationMs }, 'delivery');
      return response;
    },

    action({ tenantId, accountId, actionId, postId, platform, kind, attempt }, work) {
      const facts = {
        tenant_id: tenantId,
        account_id: accountId,
        platform,
        action_id: actionId,
        action: kind,
        attempt,
        ...(postId === null ? {} : { post_id: postId }),
      };
      return inSpan({ name: `${kind} ${platform}`, kind: 'consumer', facts }, () => withFacts(facts, work));
    },

    changed({ of, state, facts }: StateChange) {
      const level = WARNED.has(state) ? 'warn' : of === 'action' && STEPS.has(state) ? 'debug' : 'info';
      log[level]({ ...compact(facts), state }, `${of} ${state}`);
    },
  };
}

function isSuccess(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300;
}

function outcomeOf(status: number): CallOutcome {
  if (status < 400) return 'ok';
  if (status === 429) return 'throttled';
  return status < 500 ? 'refused' : 'failed';
}
