import { z } from 'zod';
import type { Content } from '../../core/connector.ts';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { AppSession, PlatformRequest, PlatformResponse } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';

/**
 * The purpose of a call decides the error kind after a lost or unreadable response. After a `read` (uploads and
 * containers too) nothing public has happened: `unavailable`. After an `effect` it may have happened: `unknown`.
 */
export type Purpose = 'read' | 'effect';

export interface PlatformCall<Schema extends z.ZodType> {
  readonly purpose: Purpose;
  readonly request: PlatformRequest;
  /** The response body as far as we need it. */
  readonly response: Schema;
  /** The platform's rejection in our words, or undefined when the platform documents no such response. */
  readonly rejection: (response: PlatformResponse) => PlatformError | undefined;
}

type Caller = Pick<AppSession, 'http' | 'now'>;

/** Makes one call. Returns the parsed body and the whole response, or throws a PlatformError. */
export async function callPlatform<Schema extends z.ZodType>(
  session: Caller,
  { purpose, request, response: schema, rejection }: PlatformCall<Schema>,
): Promise<{ readonly value: z.output<Schema>; readonly response: PlatformResponse }> {
  const response = await session.http.send(request).catch((error: unknown) => {
    const isHarmless = purpose === 'read' && error instanceof PlatformError && error.kind === 'unknown';
    throw isHarmless ? new PlatformError('unavailable', error.message, error.facts) : error;
  });
  if (response.status >= 200 && response.status < 300) {
    const parsed = schema.safeParse(response.json);
    if (parsed.success) return { value: parsed.data, response };
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw inDoubt(purpose, `The platform's response is not what it documents (${where || 'body'}).`, response, session);
  }
  throw (
    rejection(response) ?? inDoubt(purpose, `The platform responded with status ${response.status}.`, response, session)
  );
}

function inDoubt(purpose: Purpose, message: string, response: PlatformResponse, session: Caller): PlatformError {
  const retryAfterSeconds = retryAfter(response.headers['retry-after'], session.now());
  const facts = compact({ status: response.status, retryAfterSeconds });
  return new PlatformError(purpose === 'effect' ? 'unknown' : 'unavailable', message, facts);
}

/** A rejection with the platform's own words, at most 300 characters. */
export function platformError(
  kind: PlatformError['kind'],
  message: string | undefined,
  status: number,
  facts: PlatformErrorFacts = {},
): PlatformError {
  return new PlatformError(kind, (message || `The platform responded with status ${status}.`).slice(0, 300), {
    status,
    ...facts,
  });
}

const WAIT_SECONDS_MAX = 24 * 3600;

/** Whole seconds from now to a reset time, at least 1 and at most a day; undefined for an invalid date. */
export function secondsUntil(reset: Date, now: Date): number | undefined {
  const seconds = Math.ceil((reset.getTime() - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), WAIT_SECONDS_MAX);
}

/** The same for a reset time in Unix seconds; undefined for any other text. */
export function secondsUntilUnix(reset: string | undefined, now: Date): number | undefined {
  return /^\d{9,11}$/.test(reset ?? '') ? secondsUntil(new Date(Number(reset) * 1000), now) : undefined;
}

/** The seconds of a `Retry-After` header: a number or a date. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const isNumber = /^\d{1,9}$/.test(header);
  return secondsUntil(isNumber ? new Date(now.getTime() + Number(header) * 1000) : new Date(header), now);
}

/** A field that becomes undefined when it is missing or invalid, so that the rest stays usable. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** Text that the rest does not depend on. */
export const optionalText = lenient(z.string());

/** A list whose invalid items are left out. Each valid item comes with the raw one. */
export function eachValid<Schema extends z.ZodType>(schema: Schema) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((raw) => {
      const parsed = schema.safeParse(raw);
      return parsed.success ? [{ value: parsed.data, raw }] : [];
    }),
  );
}

/** A time of a platform, invalid outside the years that an item can come from. */
export const platformTime = z
  .string()
  .max(64)
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() > Date.UTC(2000) && date.getTime() < Date.UTC(2200), 'not a plausible time');

/** Awaits a removal. An item that the platform no longer has counts as removed. */
export async function missingCountsAsRemoved(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'not_found') throw error;
  }
}

/** A counter of metrics. The bound is above every real one and keeps sums exact. */
export const metricCount = z.int().min(0).max(1e12);

/** A counter that fits an `integer` column. */
export const platformCount = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** The options of a content, checked again where they are used: another version may have stored them. */
export function checkedOptions<Schema extends z.ZodType>(options: Schema, content: Content): z.output<Schema> {
  const parsed = options.safeParse(content.options);
  if (parsed.success) return parsed.data;
  throw new PlatformError('rejected', parsed.error.issues[0]?.message ?? 'not valid', { field: 'platform_data' });
}
