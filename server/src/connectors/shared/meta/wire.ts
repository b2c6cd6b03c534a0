import { z } from 'zod';
import { lenient, platformCount } from '../platform-call.ts';

/**
 * An id of the Graph: digits beyond 2^53, sometimes opaque text. Nothing passes that could change the path of a call,
 * because ids of answers become segments of the next request.
 */
export const GRAPH_ID = /^[\w=-]{1,200}$/;

export const graphId = z
  .union([z.string(), z.number().int().nonnegative()])
  .transform(String)
  .pipe(z.string().regex(GRAPH_ID));

/** Unix times below this are seconds (it is the year 5138), above it milliseconds. */
const SECONDS_MAX = 100_000_000_000;

/**
 * A point in time as Meta writes it: `2026-03-01T12:00:00+0000`, unix seconds (`time`) or unix milliseconds. Refused
 * outside the years that something on a platform can come from.
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

/** A count that is nice to have: whatever is not one is left out instead of failing the whole answer. */
export const count = lenient(platformCount);

/** Text that is nice to have. */
export const text = lenient(z.string());

/** Keeps what Meta sent beside what we read of it. */
export function withRaw<Item extends z.ZodType>(item: Item) {
  return z.unknown().transform((raw, ctx): { item: z.output<Item>; raw: unknown } => {
    const parsed = item.safeParse(raw);
    if (parsed.success) return { item: parsed.data, raw };
    ctx.addIssue({ code: 'custom', message: 'not of the expected form' });
    return z.NEVER;
  });
}

/** What an action without a result answers. */
export const success = z.object({ success: z.literal(true) });

/** What a call that makes something answers. */
export const made = z.object({ id: graphId });

/** The fields that have a value, so that optional properties are absent instead of undefined. */
export function present<Fields extends object>(fields: Fields): Present<Fields> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Present<Fields>;
}

type Present<Fields> = {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? never : Name]: Fields[Name];
} & {
  [Name in keyof Fields as MayBeAbsent<Fields[Name]> extends true ? Name : never]?: Exclude<Fields[Name], undefined>;
};
type MayBeAbsent<Value> = unknown extends Value ? false : undefined extends Value ? true : false;
