import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import {
  callPlatform,
  type Purpose,
  platformError,
  retryAfter,
  secondsUntil,
  secondsUntilUnix,
} from '../shared/call-platform.ts';
import { MastodonId, Rejection } from './wire.ts';

export interface MastodonRequest extends Omit<PlatformRequest, 'url'> {
  readonly path: string;
}

/** The path of one status. Ids come from callers too, so they are encoded. */
export function statusPath(id: string): string {
  if (MastodonId.safeParse(id).success) return `/api/v1/statuses/${id}`;
  throw new PlatformError('not_found', 'The instance has no status with this id.');
}

/**
 * Makes one call to the account's instance. Returns the whole response too, because headers or status matter to some
 * callers.
 */
export async function callMastodon<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, headers, ...rest }: MastodonRequest,
  response: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly response: PlatformResponse }> {
  const base = session.hosts.api;
  if (!base) throw new PlatformError('forbidden', 'The account does not say on which instance it lives.');
  const authorization = `Bearer ${session.tokens.accessToken}`;
  const request = { ...rest, url: `${base}${path}`, headers: { authorization, ...headers } };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return await callPlatform(session, { purpose, request, response, rejection });
}

/** https://docs.joinmastodon.org/entities/Error/: one sentence, whose words differ between versions and servers. */
function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status } = response;
  const parsed = Rejection.safeParse(response.json);
  const message = parsed.success ? parsed.data.error : undefined;
  if (status === 401) return platformError('auth_expired', message, status);
  if (status === 429) return platformError('rate_limited', message, status, pause(response, now));
  // A proxy's error page says nothing about the instance's decision.
  if (message === undefined || status >= 500) return undefined;
  if (status === 403) return platformError('forbidden', message, status);
  if (status === 404 || status === 410) return platformError('not_found', message, status);
  if (status === 422 && /not finished processing/i.test(message)) {
    return platformError('unavailable', message, status, { retryAfterSeconds: 5 });
  }
  return status === 400 || status === 413 || status === 422
    ? platformError('rejected', message, status, fieldOf(message))
    : undefined;
}

function fieldOf(message: string): PlatformErrorFacts {
  if (/\b(file|media|attach)/i.test(message)) return { field: 'media' };
  return /\b(text|character limit)\b/i.test(message) ? { field: 'text' } : {};
}

/** Mastodon sends the reset as an ISO time, some other servers in Unix seconds. */
function pause({ headers }: PlatformResponse, now: Date): PlatformErrorFacts {
  const reset = headers['x-ratelimit-reset'];
  const wait = retryAfter(headers['retry-after'], now) ?? secondsUntilUnix(reset, now);
  return compact({ retryAfterSeconds: wait ?? secondsUntil(new Date(reset ?? ''), now) });
}
