import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused, retryAfter, secondsUntil } from '../platform-call.ts';
import { MastodonId, Refusal } from './wire.ts';

export interface MastodonRequest extends Omit<PlatformRequest, 'url'> {
  readonly path: string;
}

/** The address of one status. Ids come from callers too, so nothing else may get into the path. */
export function statusPath(id: string): string {
  if (MastodonId.safeParse(id).success) return `/api/v1/statuses/${id}`;
  throw new PlatformError('not_found', 'The instance has no status with this id.');
}

/** One call to the account's instance, with the whole answer where headers or status matter. */
export async function callMastodon<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, headers, ...rest }: MastodonRequest,
  answer: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly answer: PlatformAnswer }> {
  const base = session.hosts.api;
  if (!base) throw new PlatformError('forbidden', 'The account does not say on which instance it lives.');
  const authorization = `Bearer ${session.tokens.accessToken}`;
  const request = { ...rest, url: `${base}${path}`, headers: { authorization, ...headers } };
  const refusal = (received: PlatformAnswer) => toRefusal(received, session.now());
  return await callPlatform(session, { purpose, request, answer, refusal });
}

/** https://docs.joinmastodon.org/entities/Error/: one sentence, whose words differ between versions and servers. */
function toRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const { status } = answer;
  const parsed = Refusal.safeParse(answer.json);
  const words = parsed.success ? parsed.data.error : undefined;
  if (status === 401) return refused('auth_expired', words, status);
  if (status === 429) return refused('rate_limited', words, status, pause(answer, now));
  // An error page of something in between is no word of the instance.
  if (words === undefined || status >= 500) return undefined;
  if (status === 403) return refused('forbidden', words, status);
  if (status === 404 || status === 410) return refused('not_found', words, status);
  if (status === 422 && /not finished processing/i.test(words)) {
    return refused('unavailable', words, status, { retryAfterSeconds: 5 });
  }
  return status === 400 || status === 413 || status === 422
    ? refused('rejected', words, status, fieldOf(words))
    : undefined;
}

function fieldOf(words: string): PlatformErrorFacts {
  if (/\b(file|media|attach)/i.test(words)) return { field: 'media' };
  return /\b(text|character limit)\b/i.test(words) ? { field: 'text' } : {};
}

/** Mastodon tells the reset as an ISO time, some other servers in seconds since 1970. */
function pause({ headers }: PlatformAnswer, now: Date): PlatformErrorFacts {
  const reset = headers['x-ratelimit-reset'];
  const at = reset === undefined ? undefined : new Date(/^\d{9,11}$/.test(reset) ? Number(reset) * 1000 : reset);
  const wait = retryAfter(headers['retry-after'], now) ?? (at === undefined ? undefined : secondsUntil(at, now));
  return wait === undefined ? {} : { retryAfterSeconds: wait };
}
