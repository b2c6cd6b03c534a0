import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter } from '../shared/call-platform.ts';
import { secondsOfQuotaDay } from './quota-day.ts';
import { Rejection, VideoId } from './wire.ts';

export interface YoutubeRequest extends Omit<PlatformRequest, 'url'> {
  /** Path on the API host: `/youtube/v3/videos`. */
  readonly path: string;
}

/** One call of YouTube's API as the account. Returns the whole response too, for its status. */
export async function callYoutube<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  request: YoutubeRequest,
  response: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly response: PlatformResponse }> {
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return await callPlatform(session, { purpose, request: signed(session, request), response, rejection });
}

export function signed(session: Session, { path, headers = {}, ...rest }: YoutubeRequest): PlatformRequest {
  const authorization = `Bearer ${session.tokens.accessToken}`;
  return { ...rest, url: `${session.hosts.api}${path}`, headers: { ...headers, authorization } };
}

/** An id of a video. Ids come from callers too, so they are checked. */
export function videoId(id: string): string {
  if (VideoId.safeParse(id).success) return id;
  throw noVideo();
}

export function noVideo(): PlatformError {
  return new PlatformError('not_found', 'YouTube has no video with this id.');
}

/** The pause after a burst; YouTube does not name one. */
const BURST_SECONDS = 60;

const BURSTS = ['rateLimitExceeded', 'userRateLimitExceeded'];
const DAILY_QUOTAS = ['quotaExceeded', 'dailyLimitExceeded'];

/** Our field for each reason of a rejection. */
const FIELDS: Readonly<Record<string, string>> = {
  invalidTitle: 'title',
  invalidDescription: 'text',
  commentTextRequired: 'text',
  commentTextTooLong: 'text',
  invalidTags: 'platform_data.tags',
  invalidCategoryId: 'platform_data.category_id',
  invalidPublishAt: 'platform_data.publish_at',
  invalidRecordingDetails: 'platform_data.recording_date',
  defaultLanguageNotSet: 'platform_data.default_language',
  invalidFilename: 'media',
  mediaBodyRequired: 'media',
};

/** https://developers.google.com/youtube/v3/docs/errors. The reason decides, then the status. */
export function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers } = response;
  const error = Rejection.safeParse(response.json).data?.error;
  const [first] = error?.errors ?? [];
  const reason = first?.reason;
  const message = (first?.message ?? error?.message)?.replace(/<[^<>]{0,200}>/g, '');
  const named: PlatformErrorFacts = compact({ platformCode: reason });
  const no = (kind: PlatformError['kind'], facts: PlatformErrorFacts = {}) =>
    platformError(kind, message, status, { ...named, ...facts });

  if (status === 401 && reason === 'youtubeSignupRequired')
    return no('forbidden', { remedy: 'Create a YouTube channel for this Google account, then connect it again.' });
  if (status === 401) return no('auth_expired');
  // An error page of a proxy is not a response of YouTube.
  if (error === undefined || status >= 500) return undefined;
  const wait = retryAfter(headers['retry-after'], now);
  if (BURSTS.includes(reason ?? '')) return no('rate_limited', { retryAfterSeconds: wait ?? BURST_SECONDS });
  if (DAILY_QUOTAS.includes(reason ?? ''))
    return no('rate_limited', { retryAfterSeconds: wait ?? secondsOfQuotaDay(now), wholeApp: true });
  if (reason === 'uploadLimitExceeded')
    return no('rate_limited', { retryAfterSeconds: wait ?? secondsOfQuotaDay(now) });
  if (status === 429) return no('rate_limited', { retryAfterSeconds: wait ?? BURST_SECONDS });
  // The comment may exist all the same.
  if (reason === 'processingFailure') return undefined;
  if (status === 403) return no(reason === 'commentsDisabled' ? 'rejected' : 'forbidden');
  if (status === 404 || status === 410) return no('not_found');
  if (![400, 409, 412, 413].includes(status)) return undefined;
  const field = status === 413 ? 'media' : FIELDS[reason ?? ''];
  return no('rejected', compact({ field }));
}
