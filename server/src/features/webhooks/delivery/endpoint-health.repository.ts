import { sql } from 'kysely';
import type { Runner } from '../../../db/query.ts';
import {
  AT_ONCE_MAX,
  AT_ONCE_START,
  FAST_MS,
  OUTAGES_TO_OPEN,
  SLOW_MS,
  TRIAL_PAUSE_SECONDS_MAX,
  TRIAL_PAUSE_SECONDS_MIN,
  TRIAL_PAUSE_SHARE,
} from './breaker.ts';

/** The result of one delivery for its endpoint. */
export interface EndpointResult {
  readonly tenantId: string;
  readonly endpointId: string;
  /** The address that was called. A result of an earlier one says nothing about the endpoint. */
  readonly url: string;
  /** Whether the endpoint accepted; null when it was not called. */
  readonly isHealthy: boolean | null;
  readonly isOutage: boolean;
  /** Seconds for which the endpoint asked to be left alone. */
  readonly pauseAskedFor: number | null;
  readonly durationMs: number;
  /** It was sent when the endpoint had no free slot left. */
  readonly isCrowded: boolean;
}

/**
 * Moves the circuit breakers of endpoints, for all processes. Outages in a row open a breaker: one delivery at a time, with
 * pauses that grow with the outage. A success closes it. Each success then adds one delivery at once, so that their number
 * grows 1, 2, 4 up to the start. Beyond it, each fast success of an endpoint without a free slot adds one, and a failure or a
 * slow response halves the number. A result that changes nothing writes nothing. Locks endpoints in the order of their ids.
 */
export async function noteResults(tx: Runner, results: readonly EndpointResult[]): Promise<void> {
  const rows = results
    .filter(({ isHealthy }) => isHealthy !== null)
    .map(({ tenantId, endpointId, url, isHealthy, isOutage, pauseAskedFor, durationMs, isCrowded }) => ({
      tenant_id: tenantId,
      endpoint_id: endpointId,
      url,
      is_healthy: isHealthy,
      is_outage: isOutage,
      pause_seconds: pauseAskedFor,
      grows: isHealthy === true && isCrowded && durationMs <= FAST_MS,
      falls: isHealthy === false || durationMs > SLOW_MS,
    }));
  if (rows.length === 0) return;
  await tx.run(sql`
    with result as (
      select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (tenant_id text, endpoint_id text, url text, is_healthy boolean, is_outage boolean, pause_seconds float8, grows boolean, falls boolean)
    ), news as (
      select tenant_id, endpoint_id, url, bool_or(is_healthy) as is_healthy, bool_and(is_outage) as is_outage, count(*)::int as results,
        (count(*) filter (where is_healthy))::int as successes, max(pause_seconds) as pause_seconds,
        (count(*) filter (where grows))::int as growth, bool_or(falls) as falls
      from result group by 1, 2, 3
    ), changed as (
      select w.tenant_id, w.id, n.pause_seconds,
        case when n.is_outage then w.outage_failures + n.results else 0 end as outages,
        case when not n.is_healthy then coalesce(w.failing_since, now()) end as failing_since,
        -- Null is the start.
        nullif(case
          when w.concurrency_limit < ${AT_ONCE_START} then least(w.concurrency_limit + n.successes, ${AT_ONCE_START})
          when n.falls then greatest(w.concurrency_limit / 2, ${AT_ONCE_START})
          else least(coalesce(w.concurrency_limit, ${AT_ONCE_START}) + n.growth, ${AT_ONCE_MAX}) end, ${AT_ONCE_START}) as at_once
      from webhook_endpoints w join news n on n.tenant_id = w.tenant_id and n.endpoint_id = w.id and n.url = w.url
      where (w.failing_since is null) <> n.is_healthy or n.is_outage or w.outage_failures > 0 or n.pause_seconds is not null
        or w.concurrency_limit < ${AT_ONCE_START} or n.falls and w.concurrency_limit is not null
        or n.growth > 0 and w.concurrency_limit is distinct from ${AT_ONCE_MAX}
      order by w.tenant_id, w.id for update of w
    )
    update webhook_endpoints w set failing_since = c.failing_since, outage_failures = c.outages,
      concurrency_limit = case when c.outages >= ${OUTAGES_TO_OPEN} or c.pause_seconds is not null then 1 else c.at_once end,
      not_before = greatest(w.not_before, now() + c.pause_seconds * interval '1 second',
        case when c.outages >= ${OUTAGES_TO_OPEN} then now() + interval '1 second' * least(${TRIAL_PAUSE_SECONDS_MAX}::float8, greatest(
          ${TRIAL_PAUSE_SECONDS_MIN}::float8, extract(epoch from now() - c.failing_since) * ${TRIAL_PAUSE_SHARE}::float8)) end)
    from changed c where w.tenant_id = c.tenant_id and w.id = c.id`);
}
