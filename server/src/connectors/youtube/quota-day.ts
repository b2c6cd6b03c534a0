const DAY_SECONDS = 24 * 3600;

/**
 * Seconds until midnight in California, when the quotas start again. Wrong by an hour on the two days of clock changes.
 * https://developers.google.com/youtube/v3/getting-started#quota
 */
export function secondsOfQuotaDay(now: Date): number {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' });
  const [hours = 0, minutes = 0, seconds = 0] = format.format(now).split(':').map(Number);
  return DAY_SECONDS - ((hours % 24) * 3600 + minutes * 60 + seconds);
}
