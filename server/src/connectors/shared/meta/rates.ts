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
