const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const exact = new Intl.NumberFormat('en', { maximumFractionDigits: 2 });
const long = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 3 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

/** A number that the platform did not tell is not 0. */
export const NOT_TOLD = 'not told';

/** From here on numbers are shortened in the report; the workbook has all digits. */
const LONG = 1_000_000_000;

/** `12,345`, `3.25` or `1.235B` */
export function inFull(value: number | undefined): string {
  if (value === undefined) return NOT_TOLD;
  if (Math.abs(value) >= LONG) return long.format(value);
  return (Number.isInteger(value) ? whole : exact).format(value);
}

/** Short labels such as `12.3K`, in full where short ones would be equal. */
export function asLabels(values: readonly number[]): readonly string[] {
  const labels = values.map((value) => short.format(value));
  return new Set(labels).size === values.length ? labels : values.map(inFull);
}
