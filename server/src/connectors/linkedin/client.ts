import { z } from 'zod';
import { DUPLICATE, PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { FileBody, PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter, secondsUntil } from '../shared/call-platform.ts';
import { Rejection } from './wire.ts';

/**
 * LinkedIn serves a version for about a year after its month.
 * https://learn.microsoft.com/en-us/linkedin/marketing/versioning
 */
export const API_VERSION = '202607';
/** A version is served for about twelve months; the exact day is not announced. */
export const SUNSET_AT = '2027-07-31';

export const HOSTS = { api: 'https://api.linkedin.com', www: 'https://www.linkedin.com' } as const;

export interface LinkedInRequest {
  readonly method: PlatformRequest['method'];
  readonly path: string;
  /**
   * Already encoded: LinkedIn requires the brackets and commas of `List(a,b)` as they are, and the URNs in it escaped.
   */
  readonly query?: string;
  /** `X-RestLi-Method`, where the HTTP method does not say it. */
  readonly restMethod?: 'FINDER' | 'PARTIAL_UPDATE';
  readonly json?: unknown;
}

/** One call to api.linkedin.com. Every failure is a PlatformError. */
export async function callLinkedIn<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { method, path, query, restMethod, json }: LinkedInRequest,
  response: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly response: PlatformResponse }> {
  const request: PlatformRequest = compact({
    method,
    url: `${session.hosts.api}${path}${query === undefined ? '' : `?${query}`}`,
    headers: compact({
      authorization: `Bearer ${session.tokens.accessToken}`,
      'linkedin-version': API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': restMethod,
    }),
    body: json === undefined ? undefined : { json },
  });
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return await callPlatform(session, { purpose, request, response, rejection });
}

/** Makes a call whose success has no body. A page of a proxy has one and is not LinkedIn's response. */
export async function actOnLinkedIn(session: Session, request: LinkedInRequest): Promise<void> {
  const { response } = await callLinkedIn(session, 'effect', request, z.unknown());
  if (response.status === 204 || response.text.trim() === '') return;
  throw new PlatformError('unknown', 'LinkedIn answered with words where it has none.', { status: response.status });
}

/** Uploads a file, or a part of one, to the address that LinkedIn named. */
export async function putFile(session: Session, address: string, bytes: Uint8Array | FileBody, type: string) {
  const request: PlatformRequest = {
    method: 'PUT',
    url: uploadUrl(session, address),
    headers: { authorization: `Bearer ${session.tokens.accessToken}` },
    body: { bytes, type },
  };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return (await callPlatform(session, { purpose: 'read', request, response: z.unknown(), rejection })).response;
}

/**
 * Accepts only addresses of LinkedIn, because the token goes along. With a simulated LinkedIn, its host stands for www.
 */
function uploadUrl({ hosts }: Session, address: string): string {
  const www = hosts.www ?? HOSTS.www;
  if (address.startsWith(`${www}/`)) return address;
  const url = URL.parse(address);
  if (url?.origin === HOSTS.www) return `${www}${url.pathname}${url.search}`;
  if (www === HOSTS.www && url?.protocol === 'https:' && url.hostname.endsWith('.linkedin.com')) return url.href;
  throw new PlatformError('unavailable', 'LinkedIn named an address for the upload that is not its own.');
}

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling. The code counts before the status. */
export function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status } = response;
  const { code, serviceErrorCode, message } = Rejection.safeParse(response.json).data ?? {};
  const platformCode = code ?? serviceErrorCode;
  const facts: PlatformErrorFacts = compact({ platformCode });
  if (status === 401) return platformError('auth_expired', message, status, facts);
  const isThrottled = status === 429 || (status === 400 && /throttled/i.test(message ?? ''));
  if (isThrottled)
    return platformError('rate_limited', message, status, { ...facts, ...pause(response, message ?? '', now) });
  // An error page of a proxy is not a response of LinkedIn.
  if ((message === undefined && platformCode === undefined) || status >= 500) return undefined;
  if (code === 'NONEXISTENT_VERSION' || code === 'VERSION_MISSING') {
    const remedy = 'LinkedIn has ended the version of its interface that is spoken here. Update Hubbub.';
    return platformError('rejected', message, status, { ...facts, remedy });
  }
  // A duplicate of a recent post of the author. On a repeat, LinkedIn may mean our own lost call.
  if (code === 'DUPLICATE_POST') return platformError('unknown', message, status, { platformCode: DUPLICATE });
  if (status === 403) return platformError('forbidden', message, status, facts);
  if (status === 404) return platformError('not_found', message, status, facts);
  // Another call changes the same object at this moment.
  if (status === 409) return platformError('unavailable', message, status, { ...facts, retryAfterSeconds: 5 });
  if (/not (?:yet )?(?:ready|available)|still processing/i.test(message ?? '')) {
    return platformError('unavailable', message, status, { ...facts, retryAfterSeconds: 5 });
  }
  const isRejection = status === 400 || status === 413 || status === 422;
  return isRejection ? platformError('rejected', message, status, { ...facts, ...fieldOf(message ?? '') }) : undefined;
}

function fieldOf(message: string): PlatformErrorFacts {
  if (/\b(?:commentary|text)\b/i.test(message)) return { field: 'text' };
  return /\b(?:media|image|video|altText)\b/i.test(message) ? { field: 'media' } : {};
}

const BURST_SECONDS = 120;

/** LinkedIn does not say when it accepts calls again. Daily limits end at midnight UTC, limits of a burst soon. */
function pause({ headers }: PlatformResponse, message: string, now: Date): PlatformErrorFacts {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const wait =
    retryAfter(headers['retry-after'], now) ?? (/\bDAY\b/.test(message) ? secondsUntil(midnight, now) : BURST_SECONDS);
  return {
    retryAfterSeconds: wait ?? BURST_SECONDS,
    ...(/\bAPPLICATION\b/.test(message) ? { wholeApp: true } : {}),
  };
}
