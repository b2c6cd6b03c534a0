import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused, retryAfter, secondsUntil } from '../platform-call.ts';
import { Problem, XId } from './wire.ts';

export interface XRequest extends Omit<PlatformRequest, 'url'> {
  readonly path: string;
}

/** One call of X's API as the account. */
export async function callX<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, headers, ...rest }: XRequest,
  answer: Schema,
): Promise<z.output<Schema>> {
  const authorization = `Bearer ${session.tokens.accessToken}`;
  const request = { ...rest, url: `${session.hosts.api}${path}`, headers: { authorization, ...headers } };
  const refusal = (received: PlatformAnswer) => toRefusal(received, purpose, session.now());
  return (await callPlatform(session, { purpose, request, answer, refusal })).value;
}

/** The address of one post. Ids come from callers too, so nothing else may get into the path. */
export function tweetPath(id: string): string {
  if (XId.safeParse(id).success) return `/2/tweets/${id}`;
  throw new PlatformError('not_found', 'X has no post with this id.');
}

/** A problem that came with status 200: X tells "not found" and "not authorized" of single objects that way. */
export function partialError(errors: readonly Problem[] | undefined): PlatformError | undefined {
  const error = errors?.[0];
  if (!error) return undefined;
  const kind = error.type?.endsWith('/resource-not-found') ? 'not_found' : 'forbidden';
  return refused(kind, error.detail ?? error.title, 200);
}

function toRefusal(answer: PlatformAnswer, purpose: Purpose, now: Date): PlatformError | undefined {
  const { status } = answer;
  if (status === 401) return refused('auth_expired', 'X refused the access token.', status);
  if (status === 429) return throttled(answer, now);
  const parsed = Problem.safeParse(answer.json);
  // An error page of something in between is no word of X.
  if (!parsed.success || status >= 500) return undefined;
  const problem = parsed.data;
  const words = [problem.errors?.[0]?.message, problem.errors?.[0]?.detail, problem.detail, problem.title].find(
    Boolean,
  );
  if (status === 402) return refused('forbidden', words, status, { platformCode: 'credits' });
  if (status === 403) return forbidden(problem, words, purpose);
  if (status === 404) return refused('not_found', words, status);
  if (status === 400 || status === 413 || status === 422) {
    const field = fieldOf(words ?? '');
    return refused('rejected', words, status, { ...codeOf(problem), ...(field === undefined ? {} : { field }) });
  }
  return undefined;
}

/**
 * A duplicate may be our own earlier call whose answer was lost, so an effect stays in doubt until somebody has looked.
 * The other 403s are refusals of the content (too long, cashtags, video length) or of the account.
 */
function forbidden(problem: Problem, words: string | undefined, purpose: Purpose): PlatformError {
  const text = words ?? '';
  if (purpose === 'effect' && /duplicate content/i.test(text)) {
    return refused('unknown', words, 403, { platformCode: 'duplicate' });
  }
  if (problem.type?.endsWith('/usage-capped')) return capped(words, 403);
  if (/deleted or not visible/i.test(text)) return refused('not_found', words, 403, codeOf(problem));
  const field = fieldOf(text);
  return refused(field === undefined ? 'forbidden' : 'rejected', words, 403, {
    ...codeOf(problem),
    ...(field === undefined ? {} : { field }),
  });
}

function fieldOf(words: string): string | undefined {
  if (/too long|cashtag|duplicate content/i.test(words) && !/video/i.test(words)) return 'text';
  return /video|media|image|gif/i.test(words) ? 'media' : undefined;
}

function codeOf(problem: Problem): PlatformErrorFacts {
  const code = problem.errors?.[0]?.code ?? problem.type?.match(/\/problems\/([\w-]{1,60})$/)?.[1];
  return code === undefined ? {} : { platformCode: String(code) };
}

/** https://docs.x.com/x-api/fundamentals/rate-limits: three windows, of which the last two are not on every answer. */
const windows = [
  { remaining: 'x-app-limit-24hour-remaining', reset: 'x-app-limit-24hour-reset', wholeApp: true },
  { remaining: 'x-user-limit-24hour-remaining', reset: 'x-user-limit-24hour-reset', wholeApp: false },
  { remaining: 'x-rate-limit-remaining', reset: 'x-rate-limit-reset', wholeApp: false },
];

function throttled(answer: PlatformAnswer, now: Date): PlatformError {
  const parsed = Problem.safeParse(answer.json);
  const problem = parsed.success ? parsed.data : undefined;
  const words = problem?.errors?.[0]?.message ?? problem?.detail ?? 'Too many requests';
  if (problem?.type?.endsWith('/usage-capped')) return capped(words, 429);
  const { headers } = answer;
  const window = windows.find(({ remaining, reset }) => headers[remaining] === '0' && reset in headers) ?? windows[2];
  const reset = window === undefined ? undefined : headers[window.reset];
  const wait =
    retryAfter(headers['retry-after'], now) ??
    (reset !== undefined && /^\d{9,11}$/.test(reset) ? secondsUntil(new Date(Number(reset) * 1000), now) : undefined);
  return refused('rate_limited', words, 429, {
    ...(wait === undefined ? {} : { retryAfterSeconds: wait }),
    ...(window?.wholeApp ? { wholeApp: true } : {}),
  });
}

/** The month's or the plan's allowance is used up. X tells no reset; the owner of the app may buy more at any time. */
function capped(words: string | undefined, status: number): PlatformError {
  return refused('rate_limited', words, status, {
    platformCode: 'usage-capped',
    retryAfterSeconds: 3600,
    wholeApp: true,
  });
}
