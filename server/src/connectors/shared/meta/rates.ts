import type { CallsLeft } from '../../../core/connector.ts';

/** Lower-case header names. */
type Headers = Readonly<Record<string, string>>;

/** A longer pause is ignored. */
const SECONDS_MAX = 24 * 3600;

/**
 * Seconds until Meta takes calls again: `Retry-After` where it is sent, else the longest
 * `estimated_time_to_regain_access` (minutes) of `X-Business-Use-Case-Usage`. Undefined when Meta does not say.
 * https://developers.facebook.com/docs/graph-api/overview/rate-limiting
 */
export function regainSeconds(headers: Headers): number | undefined {
  const seconds = /^\d{1,6}$/.test(headers['retry-after'] ?? '')
    ? Number(headers['retry-after'])
    : 60 * longestEstimateMinutes(headers['x-business-use-case-usage']);
  return seconds > 0 ? Math.min(Math.ceil(seconds), SECONDS_MAX) : undefined;
}

/** Meta counts in sliding windows of an hour and states what is used in percent. */
const WINDOW_SECONDS = 3600;
const PERCENTAGES = ['call_count', 'total_time', 'total_cputime'];

/** The calls that the app and the account have left; undefined when Meta does not say. */
export function callsLeft({ headers }: { readonly headers: Headers }): CallsLeft | undefined {
  const uses = Object.values(asObject(parseJson(headers['x-business-use-case-usage']))).flat();
  const shares = [parseJson(headers['x-app-usage']), ...uses].flatMap((use) =>
    PERCENTAGES.map((name) => asObject(use)[name]).filter((share) => typeof share === 'number'),
  );
  if (shares.length === 0) return undefined;
  const remaining = Math.max(100 - Math.max(...shares), 0);
  return { limit: 100, remaining, resetSeconds: regainSeconds(headers) ?? WINDOW_SECONDS };
}

function longestEstimateMinutes(header: string | undefined): number {
  let longest = 0;
  for (const uses of Object.values(asObject(parseJson(header)))) {
    for (const use of Array.isArray(uses) ? uses : []) {
      const minutes = asObject(use).estimated_time_to_regain_access;
      if (typeof minutes === 'number' && minutes > longest) longest = minutes;
    }
  }
  return longest;
}

function parseJson(json: string | undefined): unknown {
  try {
    return JSON.parse(json ?? '');
  } catch {
    return undefined;
  }
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
