/** Graph answers carry seconds and a zone without a colon: `2026-03-01T12:00:00+0000`. */
export function graphTime(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}+0000`;
}

export function unixSeconds(ms: number): number {
  return Math.floor(ms / 1000);
}

const pacific = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Los_Angeles',
  weekday: 'long',
  day: '2-digit',
  month: 'short',
  year: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
});

/** As in Meta's token errors: `Tuesday, 03-Mar-26 08:00:00 PST`. */
export function pacificTime(ms: number): string {
  const parts = Object.fromEntries(pacific.formatToParts(ms).map(({ type, value }) => [type, value]));
  const day = `${parts.day}-${parts.month}-${parts.year}`;
  return `${parts.weekday}, ${day} ${parts.hour}:${parts.minute}:${parts.second} ${parts.timeZoneName}`;
}

/** A `since` or `until`: unix seconds or anything that reads as a date. Gives ms, NaN when it is neither. */
export function momentOf(value: string): number {
  return /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value);
}

/** Rows of the last 24 hours, found from the end: rows are in order of creation. */
export function ofLastDay<Row extends { created_at: number }>(
  rows: readonly Row[],
  now: number,
  since = now - dayMs,
): Row[] {
  const from = Math.max(since, now - dayMs);
  let start = rows.length;
  while (start > 0 && (rows[start - 1]?.created_at ?? 0) > from) start -= 1;
  return rows.slice(start);
}

export const dayMs = 86_400_000;
