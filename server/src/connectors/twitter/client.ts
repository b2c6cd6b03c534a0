import type { z } from 'zod';
import { DUPLICATE, PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter, secondsUntilUnix } from '../shared/call-platform.ts';
import { Problem, XId } from './wire.ts';

export interface XRequest extends Omit<PlatformRequest, 'url'> {
  readonly path: string;
}

/** Makes one call of X's API as the account. Returns the parsed body or throws a PlatformError. */
export async function callX<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, headers, ...rest }: XRequest,
  response: Schema,
): Promise<z.output<Schema>> {
  const authorization = `Bearer ${session.tokens.accessToken}`;
  const request = { ...rest, url: `${session.hosts.api}${path}`, headers: { authorization, ...headers } };
  const rejection = (received: PlatformResponse) => toRejection(received, purpose, session.now());
  return (await callPlatform(session, { purpose, request, response, rejection })).value;
}

/** The path of one post. Ids come from callers too, so only valid ones get into it. */
export function tweetPath(id: string): string {
  if (XId.safeParse(id).success) return `/2/tweets/${id}`;
  throw new PlatformError('not_found', 'X has no post with this id.');
}

/** A problem with status 200: X reports "not found" and "not authorized" of single objects this way. */
export function partialError(errors: readonly Problem[] | undefined): PlatformError | undefined {
  const error = errors?.[0];
  if (!error) return undefined;
  const kind = error.type?.endsWith('/resource-not-found') ? 'not_found' : 'forbidden';
  return platformError(kind, error.detail ?? error.title, 200);
}

function toRejection(response: PlatformResponse, purpose: Purpose, now: Date): PlatformError | undefined {
  const { status } = response;
  if (status === 401) return platformError('auth_expired', 'X rejected the access token.', status);
  if (status === 429) return throttled(response, now);
  const parsed = Problem.safeParse(response.json);
  // A proxy's error page says nothing about X's decision.
  if (!parsed.success || status >= 500) return undefined;
  const problem = parsed.data;
  const message = [problem.errors?.[0]?.message, problem.errors?.[0]?.detail, problem.detail, problem.title].find(
    Boolean,
  );
  if (status === 402) return platformError('forbidden', message, status, { platformCode: 'credits' });
  if (status === 403) return forbidden(problem, message, purpose);
  if (status === 404) return platformError('not_found', message, status);
  if (status === 400 || status === 413 || status === 422) {
    return platformError('rejected', message, status, compact({ ...codeOf(problem), field: fieldOf(message ?? '') }));
  }
  return undefined;
}

/**
 * A duplicate may be our own earlier call whose response was lost, so an effect stays `unknown` until the account's
 * posts were listed. Other 403s reject the content (too long, cashtags, video length) or the account.
 */
function forbidden(problem: Problem, message: string | undefined, purpose: Purpose): PlatformError {
  const text = message ?? '';
  if (purpose === 'effect' && /duplicate content/i.test(text)) {
    return platformError('unknown', message, 403, { platformCode: DUPLICATE });
  }
  if (problem.type?.endsWith('/usage-capped')) return capped(message, 403);
  if (/deleted or not visible/i.test(text)) return platformError('not_found', message, 403, codeOf(problem));
  const field = fieldOf(text);
  return platformError(
    field === undefined ? 'forbidden' : 'rejected',
    message,
    403,
    compact({ ...codeOf(problem), field }),
  );
}

function fieldOf(message: string): string | undefined {
  if (/too long|cashtag|duplicate content/i.test(message) && !/video/i.test(message)) return 'text';
  return /video|media|image|gif/i.test(message) ? 'media' : undefined;
}

function codeOf(problem: Problem): PlatformErrorFacts {
  const code = problem.errors?.[0]?.code ?? problem.type?.match(/\/problems\/([\w-]{1,60})$/)?.[1];
  return compact({ platformCode: code === undefined ? undefined : String(code) });
}

/**
 * https://docs.x.com/x-api/fundamentals/rate-limits: three windows. Some responses lack the headers of the last two.
 */
const windows = [
  { remaining: 'x-app-limit-24hour-remaining', reset: 'x-app-limit-24hour-reset', wholeApp: true },
  { remaining: 'x-user-limit-24hour-remaining', reset: 'x-user-limit-24hour-reset', wholeApp: false },
  { remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset', wholeApp: false },
];

function throttled(response: PlatformResponse, now: Date): PlatformError {
  const parsed = Problem.safeParse(response.json);
  const problem = parsed.success ? parsed.data : undefined;
  const message = problem?.errors?.[0]?.message ?? problem?.detail ?? 'Too many requests';
  if (problem?.type?.endsWith('/usage-capped')) return capped(message, 429);
  const { headers } = response;
  const window = windows.find(({ remaining, reset }) => headers[remaining] === '0' && reset in headers) ?? windows[2];
  const reset = window === undefined ? undefined : headers[window.reset];
  const retryAfterSeconds = retryAfter(headers['retry-after'], now) ?? secondsUntilUnix(reset, now);
  return platformError(
    'rate_limited',
    message,
    429,
    compact({ retryAfterSeconds, wholeApp: window?.wholeApp || undefined }),
  );
}

/** The allowance of the month or plan is used up. X states no reset; the owner of the app may buy more at any time. */
function capped(message: string | undefined, status: number): PlatformError {
  return platformError('rate_limited', message, status, {
    platformCode: 'usage-capped',
    retryAfterSeconds: 3600,
    wholeApp: true,
  });
}
