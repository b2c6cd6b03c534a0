const PATTERN =
  /^P(?:(\d{1,9})Y)?(?:(\d{1,9})M)?(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/;

/** What an ISO 8601 duration of whole numbers such as `P1M` or `P2DT12H` consists of. */
export interface Duration {
  readonly months: number;
  readonly seconds: number;
}

/** Undefined when the text is no such duration. */
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

/** Its seconds from an instant on: months are those of the calendar, the last day of a short one when need be. */
export function secondsFrom(start: Date, { months, seconds }: Duration): number {
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + months);
  const daysMax = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), daysMax));
  // Not a number for what no calendar reaches.
  return Math.round((end.getTime() - start.getTime()) / 1000) + seconds;
}
