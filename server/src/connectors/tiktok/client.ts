import { z } from 'zod';
import { PlatformError, type PlatformErrorKind } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter } from '../shared/call-platform.ts';
import { envelope, Rejection } from './wire.ts';

export const HOSTS = {
  api: 'https://open.tiktokapis.com',
  www: 'https://www.tiktok.com',
  upload: 'https://open-upload.tiktokapis.com',
} as const;

export interface TikTokRequest {
  readonly method: 'GET' | 'POST';
  /** Below `/v2`, with the trailing slash. */
  readonly path: string;
  readonly query?: PlatformRequest['query'];
  readonly json?: unknown;
}

/** One call of TikTok's API as the account. Returns the `data` of the response. Every failure is a PlatformError. */
export async function callTikTok<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { path, method, query, json }: TikTokRequest,
  data: Schema,
): Promise<z.output<Schema>> {
  const request: PlatformRequest = compact({
    method,
    url: `${session.hosts.api}/v2${path}`,
    headers: { authorization: `Bearer ${session.tokens.accessToken}` },
    query,
    ...(method === 'POST' ? { body: { json: json ?? {} } } : {}),
  });
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  const { value } = await callPlatform(session, { purpose, request, response: envelope(data), rejection });
  return (value as { data: z.output<Schema> }).data;
}

/** The upload hosts of TikTok's regions differ, but all belong to TikTok. */
const UPLOAD_HOST = /^([a-z\d-]+\.)*tiktokapis\.com$/;

/** The address of an upload. It comes from a response, so it must be on a host of TikTok. */
export function uploadAddress(session: Session, address: string): string {
  if (address.startsWith(`${session.hosts.upload}/`)) return address;
  const url = URL.parse(address);
  if (url?.protocol === 'https:' && url.port === '' && UPLOAD_HOST.test(url.hostname)) return address;
  throw new PlatformError('unavailable', 'TikTok named an address for the upload that is not its own.');
}

/**
 * Uploads one chunk of a file; the address itself is the permission.
 * https://developers.tiktok.com/doc/content-posting-api-media-transfer-guide
 */
export async function putChunk(
  session: Session,
  purpose: Purpose,
  chunk: { readonly address: string; readonly bytes: Uint8Array; readonly type: string; readonly range: string },
): Promise<void> {
  const { address, bytes, type, range } = chunk;
  await callPlatform(session, {
    purpose,
    request: {
      method: 'PUT',
      url: uploadAddress(session, address),
      headers: { 'content-range': range },
      body: { bytes, type },
    },
    response: z.unknown(),
    rejection: ({ status }) =>
      status >= 500 ? undefined : platformError('rejected', undefined, status, { field: 'media' }),
  });
}

const MINUTE = 60;
const HOUR = 3600;

interface Meaning {
  readonly kind: PlatformErrorKind;
  /** Clearer than the platform's own words. */
  readonly message?: string;
  readonly field?: string;
  readonly retryAfterSeconds?: number;
  readonly remedy?: string;
}

const bad: Meaning = { kind: 'rejected' };
/** The daily quota frees up gradually; TikTok does not say when. */
const daysCap: Meaning = { kind: 'rate_limited', retryAfterSeconds: HOUR };

/** https://developers.tiktok.com/doc/tiktok-api-v2-error-handling and the error tables of each endpoint. */
const MEANINGS: Readonly<Record<string, Meaning>> = {
  access_token_invalid: { kind: 'auth_expired' },
  scope_not_authorized: { kind: 'forbidden', remedy: 'Connect the account again and grant every right.' },
  scope_permission_missed: { kind: 'forbidden', remedy: 'Connect the account again and grant every right.' },
  rate_limit_exceeded: { kind: 'rate_limited', retryAfterSeconds: MINUTE },
  spam_risk_too_many_posts: daysCap,
  spam_risk_too_many_pending_share: daysCap,
  reached_active_user_cap: daysCap,
  spam_risk_user_banned_from_posting: { kind: 'forbidden' },
  // https://developers.tiktok.com/doc/content-sharing-guidelines: the account must be private, not only the post.
  unaudited_client_can_only_post_to_private_accounts: {
    kind: 'forbidden',
    message: 'TikTok has not audited the app yet, so the app posts to private accounts only, and this one is public.',
    remedy: 'Set the TikTok account to private until the app is audited, or have the app audited; then retry.',
  },
  url_ownership_unverified: {
    kind: 'rejected',
    field: 'media',
    remedy: 'Verify the host of the media in the developer portal of TikTok, or upload the media.',
  },
  privacy_level_option_mismatch: { kind: 'rejected', field: 'platform_data.privacy_level' },
  invalid_publish_id: { kind: 'not_found' },
  token_not_authorized_for_specified_publish_id: { kind: 'not_found' },
  app_version_check_failed: bad,
  publish_not_cancellable: bad,
};

function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status, headers, json } = response;
  const { code, message } = Rejection.safeParse(json).data?.error ?? {};
  // An error page of a proxy is not a response of TikTok. A throttle is understood without a body.
  if (status >= 500 || (code === undefined && status !== 429)) return undefined;
  const known = code !== undefined && Object.hasOwn(MEANINGS, code) ? MEANINGS[code] : undefined;
  const throttle = status === 429 ? MEANINGS.rate_limit_exceeded : undefined;
  const { kind, message: clearer, ...facts } = known ?? throttle ?? bad;
  const wait = retryAfter(headers['retry-after'], now);
  return platformError(
    kind,
    clearer ?? message,
    status,
    compact({
      ...facts,
      platformCode: code,
      ...(kind === 'rate_limited' && wait !== undefined ? { retryAfterSeconds: wait } : {}),
    }),
  );
}
