/** Seconds between retries of a call that provably did not reach the platform. After the last one the action fails. */
export const RETRY_DELAYS_SECONDS = [1, 3, 10, 30, 60, 120];

/** Seconds between resends of a keyed call, and between reads of a two-phase state. */
const RESEND_DELAYS_SECONDS = [0, 1, 3, 10, 30, 60];

/** Resends of a two-phase call whose state proved each time that nothing was sent. */
export const RESENDS_MAX = 8;

/**
 * Resends of a blind call that the lookups did not find: one when its response was lost, more when our worker was lost.
 * The bound keeps content that cannot be found from being published again and again.
 */
export const BLIND_RESENDS_MAX = 3;

/** Lookups of what prepared material may have become, before missing material counts as never sent. */
export const GONE_LOOKUPS = { times: 2, everySeconds: 30 } as const;

/** How far the platform's clock may lie behind ours when its items are listed; and how far when its responses tell the time. */
export const CLOCK_SLACK_SECONDS = 120;
export const KNOWN_CLOCK_SLACK_SECONDS = 30;

/** How long a target waits for a throttled platform before it fails. */
export const THROTTLE_WAIT_SECONDS_MAX = 3600;

/** The pause after a throttle whose end the platform does not tell. */
export const THROTTLE_SECONDS_DEFAULT = 60;

/** The pause of an account whose intent could not be noted outside the database. */
export const JOURNAL_RETRY_SECONDS = 30;

/** The longest pause. A platform that still throttles afterwards says so again. */
export const PAUSE_SECONDS_MAX = 86_400;

/** How long the platform may process prepared material. */
export const PROCESSING_SECONDS_MAX = 900;

/** How long an outcome is looked up while the platform does not respond. */
export const RECONCILE_SECONDS_MAX = 3600;

/** Claims of one step by workers that died. A further claim settles the action, because it seems to kill its workers. */
export const CLAIMS_MAX = 20;

/** Times that the watchdog ended the process in an action. A further claim settles it, because it seems to stop every process. */
export const HANGS_MAX = 3;

/** Seconds before the next resend or the next lookup. */
export function backoff(times: number): number {
  return RESEND_DELAYS_SECONDS[Math.min(times, RESEND_DELAYS_SECONDS.length - 1)] ?? 60;
}
