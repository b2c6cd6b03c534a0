import { z } from 'zod';
import { lenient, optionalText, platformCount } from '../call-platform.ts';

/**
 * An id of the Graph: digits beyond 2^53, sometimes opaque text. It cannot change the path of a call, because ids from
 * responses become segments of the next request.
 */
export const GRAPH_ID = /^[\w=-]{1,200}$/;

export const graphId = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform(String)
  .pipe(z.string().regex(GRAPH_ID));

/** Unix times below this are seconds (it is the year 5138), above it milliseconds. */
const SECONDS_MAX = 100_000_000_000;

/**
 * A time in Meta's forms: `2026-03-01T12:00:00+0000`, unix seconds (`time`) or unix milliseconds. Invalid outside the
 * years that an item of a platform can come from.
 */
export function parseGraphTime(value: unknown): Date | undefined {
  const date = new Date(toMs(value));
  const ms = date.getTime();
  return ms > Date.UTC(2000) && ms < Date.UTC(2200) ? date : undefined;
}

function toMs(value: unknown): number {
  if (typeof value === 'number') return value < SECONDS_MAX ? value * 1000 : value;
  if (typeof value !== 'string') return Number.NaN;
  if (/^\d{1,16}$/.test(value)) return toMs(Number(value));
  return Date.parse(value.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

export const graphTime = z.unknown().transform((value, ctx): Date => {
  const date = parseGraphTime(value);
  if (date !== undefined) return date;
  ctx.addIssue({ code: 'custom', message: 'not a point in time' });
  return z.NEVER;
});

/** An optional count: an invalid one becomes undefined instead of failing the whole response. */
export const count = lenient(platformCount);

/** Optional text: an invalid one becomes undefined. */
export const text = optionalText;

/** Keeps Meta's raw JSON beside the parsed value. */
export function withRaw<Item extends z.ZodType>(item: Item) {
  return z.unknown().transform((raw, ctx): { item: z.output<Item>; raw: unknown } => {
    const parsed = item.safeParse(raw);
    if (parsed.success) return { item: parsed.data, raw };
    ctx.addIssue({ code: 'custom', message: 'not of the expected form' });
    return z.NEVER;
  });
}

/** The response to an action without a result. */
export const success = z.object({ success: z.literal(true) });

/** The response to a call that creates something. */
export const made = z.object({ id: graphId });
