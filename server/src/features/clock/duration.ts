const PATTERN =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** An ISO 8601 duration of whole numbers, such as `P1M` or `P2DT12H`. */
export interface Duration {
  readonly months: number;
  readonly seconds: number;
}

/** Parses a duration; undefined for any other text. */
export function toDuration(text: string): Duration | undefined {
  const match = PATTERN.exec(text);
  if (match === null || /[PT]$/.test(text)) return undefined;
  const [years = 0, months = 0, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = match
    .slice(1)
    .map((digits) => Number(digits ?? 0));
  return {
    months: years * 12 + months,
    seconds: (weeks * 7 + days) * 86_400 + hours * 3600 + minutes * 60 + seconds,
  };
}

/** The seconds of a duration that starts at an instant. Months are calendar months; a missing day becomes the month's last. */
export function secondsFrom(start: Date, { months, seconds }: Duration): number {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const daysMax = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), daysMax));
  // NaN beyond the range of dates.
  return Math.round((end.getTime() - start.getTime()) / 1000) + seconds;
}
