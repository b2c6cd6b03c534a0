import type { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter } from '../shared/call-platform.ts';
import { type Detail, LocationName, PostName, Rejection, ReviewName } from './wire.ts';

export interface GoogleRequest extends Omit<PlatformRequest, 'url'> {
  /** Google has one host for each of these APIs. */
  readonly host: 'accounts' | 'information' | 'business' | 'performance';
  readonly path: string;
}

/** One call of Google's APIs as the account. */
export async function callGoogle<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { host, path, ...rest }: GoogleRequest,
  response: Schema,
): Promise<z.output<Schema>> {
  const headers = { authorization: `Bearer ${session.tokens.accessToken}` };
  const request = { ...rest, url: `${session.hosts[host]}${path}`, headers };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return (await callPlatform(session, { purpose, request, response, rejection })).value;
}

/** The v4 name of the account's location. */
export function locationOf({ account }: Session): string {
  const name = LocationName.safeParse(account.platformId);
  if (name.success) return name.data;
  throw new PlatformError('forbidden', 'The account does not say which location it is.');
}

/**
 * The number of a location in one of its names. It is the same in v1, in v4 and below every account that manages it.
 */
export function locationNumber(name: string): string | undefined {
  return /(?:^|\/)locations\/([\w-]+)/.exec(name)?.[1];
}

/** The address of one post of the account's location. Ids come from callers too, so they must not change the path. */
export function postPath(session: Session, id: string): string {
  const isPost = PostName.safeParse(id).success;
  if (isPost && locationNumber(id) === locationNumber(locationOf(session))) return `/v4/${id}`;
  throw new PlatformError('not_found', 'The location has no post with this id.');
}

/** The address of one review of the account's location. */
export function reviewPath(session: Session, id: string): string {
  const isReview = ReviewName.safeParse(id).success;
  if (isReview && locationNumber(id) === locationNumber(locationOf(session))) return `/v4/${id}`;
  throw new PlatformError('not_found', 'The location has no review with this id.');
}

/** Both quotas cover one minute: 300 calls of the app and 10 changes of a profile. */
const QUOTA_SECONDS = 60;

/**
 * https://cloud.google.com/apis/design/errors. The status decides. Details only add to it, because those of v4 are not
 * documented.
 */
function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status } = response;
  const parsed = Rejection.safeParse(response.json);
  if (status === 401) return platformError('auth_expired', parsed.data?.error.message, status);
  if (status === 429) return throttled(response, parsed.data?.error, now);
  // An error page of a proxy is not a response of Google.
  if (!parsed.success || status >= 500) return undefined;

  const { error } = parsed.data;
  const details = detailsOf(error);
  const violation = details.flatMap(({ errorDetails, fieldViolations }) => errorDetails ?? fieldViolations ?? [])[0];
  const reason = details.find((detail) => detail.reason !== undefined)?.reason;
  const code = reason ?? error.status;
  const facts = compact({ platformCode: code });
  if (status === 403) return platformError('forbidden', error.message, status, facts);
  if (status === 404) return platformError('not_found', error.message, status, facts);
  if (status !== 400) return undefined;
  const field = fieldOf(violation?.field);
  const message = violation?.message ?? violation?.description ?? error.message;
  return platformError('rejected', message, status, compact({ ...facts, field }));
}

type Rejected = z.output<typeof Rejection>['error'];

function detailsOf(error: Rejected | undefined): readonly Detail[] {
  return (error?.details ?? []).map(({ value }) => value);
}

/** Our name for a field of a local post. */
function fieldOf(field: string | undefined): string | undefined {
  if (field === undefined) return undefined;
  if (/summary/i.test(field)) return 'text';
  if (/media|source_?url/i.test(field)) return 'media';
  const option = /\b(topicType|event|offer|alertType|callToAction|languageCode)\b/.exec(field)?.[1];
  return option === undefined ? undefined : `platform_data.${option}`;
}

/** Before Google approves an app its quota is 0, and no waiting helps. */
function throttled({ headers, status }: PlatformResponse, error: Rejected | undefined, now: Date): PlatformError {
  const details = detailsOf(error);
  const quota = details.find(
    ({ metadata }) => metadata?.quota_limit !== undefined || metadata?.quota_limit_value,
  )?.metadata;
  if (String(quota?.quota_limit_value) === '0') {
    return platformError('forbidden', error?.message, status, {
      platformCode: 'quota_of_zero',
      remedy: 'Ask Google for access to the Business Profile APIs for this app.',
    });
  }
  const delay = details.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  const seconds = /^(\d{1,9})(?:\.\d+)?s$/.exec(delay ?? '')?.[1];
  const wait = retryAfter(headers['retry-after'], now) ?? retryAfter(seconds, now) ?? QUOTA_SECONDS;
  const isOfApp = /PerProject$/i.test(String(quota?.quota_limit ?? ''));
  return platformError('rate_limited', error?.message, status, {
    retryAfterSeconds: wait,
    ...(isOfApp ? { wholeApp: true } : {}),
  });
}
