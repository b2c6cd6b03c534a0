import { z } from 'zod';
import type { Content } from '../core/connector.ts';
import { PlatformError, type PlatformErrorFacts } from '../core/platform-error.ts';
import type { AppSession, PlatformAnswer, PlatformRequest } from '../core/session.ts';

/**
 * What a call is for, which decides what a lost or unreadable answer means: after a `read` (uploads and containers
 * too) nothing public has happened and it is `unavailable`; after an `effect` it is `unknown`.
 */
export type Purpose = 'read' | 'effect';

export interface PlatformCall<Schema extends z.ZodType> {
  readonly purpose: Purpose;
  readonly request: PlatformRequest;
  /** The answer as far as we need it. */
  readonly answer: Schema;
  /** The platform's refusal in our words, or undefined when the answer is not one that the platform documents. */
  readonly refusal: (answer: PlatformAnswer) => PlatformError | undefined;
}

type Caller = Pick<AppSession, 'http' | 'now'>;

/** One call: a valid answer or a PlatformError. */
export async function callPlatform<Schema extends z.ZodType>(
  session: Caller,
  { purpose, request, answer: schema, refusal }: PlatformCall<Schema>,
): Promise<{ readonly value: z.output<Schema>; readonly answer: PlatformAnswer }> {
  const answer = await session.http.send(request).catch((error: unknown) => {
    const isHarmless = purpose === 'read' && error instanceof PlatformError && error.kind === 'unknown';
    throw isHarmless ? new PlatformError('unavailable', error.message, error.facts) : error;
  });
  if (answer.status >= 200 && answer.status < 300) {
    const parsed = schema.safeParse(answer.json);
    if (parsed.success) return { value: parsed.data, answer };
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    throw inDoubt(purpose, `The platform's answer is not what it documents (${where || 'body'}).`, answer, session);
  }
  throw refusal(answer) ?? inDoubt(purpose, `The platform answered with status ${answer.status}.`, answer, session);
}

function inDoubt(purpose: Purpose, message: string, answer: PlatformAnswer, session: Caller): PlatformError {
  const wait = retryAfter(answer.headers['retry-after'], session.now());
  const facts = { status: answer.status, ...(wait === undefined ? {} : { retryAfterSeconds: wait }) };
  return new PlatformError(purpose === 'effect' ? 'unknown' : 'unavailable', message, facts);
}

/** A refusal with the platform's own words, shortened. */
export function refused(
  kind: PlatformError['kind'],
  words: string | undefined,
  status: number,
  facts: PlatformErrorFacts = {},
): PlatformError {
  return new PlatformError(kind, (words || `The platform answered with status ${status}.`).slice(0, 300), {
    status,
    ...facts,
  });
}

const WAIT_SECONDS_MAX = 24 * 3600;

/** Whole seconds from now to a reset time, at least 1 and at most a day; undefined when the time makes no sense. */
export function secondsUntil(reset: Date, now: Date): number | undefined {
  const seconds = Math.ceil((reset.getTime() - now.getTime()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.min(Math.max(seconds, 1), WAIT_SECONDS_MAX);
}

/** The seconds of a `Retry-After` header: a number or a date. */
export function retryAfter(header: string | undefined, now: Date): number | undefined {
  if (header === undefined) return undefined;
  const isNumber = /^\d{1,9}$/.test(header);
  return secondsUntil(isNumber ? new Date(now.getTime() + Number(header) * 1000) : new Date(header), now);
}

/** A field that may be missing or nonsense without making the rest useless. */
export function lenient<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** A list whose broken items are left out. Each valid item comes with the platform's own words. */
export function eachValid<Schema extends z.ZodType>(schema: Schema) {
  return z.array(z.unknown()).transform((items) =>
    items.flatMap((raw) => {
      const parsed = schema.safeParse(raw);
      return parsed.success ? [{ value: parsed.data, raw }] : [];
    }),
  );
}

/** A time of a platform, refused outside the years that a platform's item can come from. */
export const platformTime = z
  .string()
  .max(64)
  .transform((text) => new Date(text))
  .refine((date) => date.getTime() > Date.UTC(2000) && date.getTime() < Date.UTC(2200), 'not a plausible time');

/** Awaits a removal: what is not there any more is removed. */
export async function goneIsDone(removal: Promise<unknown>): Promise<void> {
  try {
    await removal;
  } catch (error) {
    if (!(error instanceof PlatformError) || error.kind !== 'not_found') throw error;
  }
}

/** A counter of metrics: above every real one, and low enough that sums stay exact. */
export const metricCount = z.int().min(0).max(1e12);

/** A counter that fits our columns. */
export const platformCount = z
  .int()
  .min(0)
  .max(2 ** 31 - 1);

/** The options of a content, checked once more where they are used: they may have been stored by another version. */
export function checkedOptions<Schema extends z.ZodType>(options: Schema, content: Content): z.output<Schema> {
  const parsed = options.safeParse(content.options);
  if (parsed.success) return parsed.data;
  throw new PlatformError('rejected', parsed.error.issues[0]?.message ?? 'not valid', { field: 'platform_data' });
}
