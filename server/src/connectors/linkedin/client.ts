import { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { FileBody, PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused, retryAfter, secondsUntil } from '../platform-call.ts';
import { Refusal } from './wire.ts';

/** LinkedIn answers to a version for about a year after its month. https://learn.microsoft.com/en-us/linkedin/marketing/versioning */
export const API_VERSION = '202607';
/** A version is served for about twelve months; the day itself is not announced. */
export const SUNSET_AT = '2027-07-31';

export const HOSTS = { api: 'https://api.linkedin.com', www: 'https://www.linkedin.com' } as const;

export interface LinkedInRequest {
  readonly method: PlatformRequest['method'];
  readonly path: string;
  /** Written out: LinkedIn wants the brackets and commas of `List(a,b)` as they are, and the URNs in it escaped. */
  readonly query?: string;
  /** `X-RestLi-Method`, where the method of HTTP does not say it. */
  readonly restMethod?: 'FINDER' | 'PARTIAL_UPDATE';
  readonly json?: unknown;
}

/** One call to api.linkedin.com. Every failure is a PlatformError. */
export async function callLinkedIn<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { method, path, query, restMethod, json }: LinkedInRequest,
  answer: Schema,
): Promise<{ readonly value: z.output<Schema>; readonly answer: PlatformAnswer }> {
  const request: PlatformRequest = {
    method,
    url: `${session.hosts.api}${path}${query === undefined ? '' : `?${query}`}`,
    headers: {
      authorization: `Bearer ${session.tokens.accessToken}`,
      'linkedin-version': API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(restMethod === undefined ? {} : { 'x-restli-method': restMethod }),
    },
    ...(json === undefined ? {} : { body: { json } }),
  };
  const refusal = (received: PlatformAnswer) => toRefusal(received, session.now());
  return await callPlatform(session, { purpose, request, answer, refusal });
}

/** An effect whose success has no words: a page of something in between is not LinkedIn's. */
export async function actOnLinkedIn(session: Session, request: LinkedInRequest): Promise<void> {
  const { answer } = await callLinkedIn(session, 'effect', request, z.unknown());
  if (answer.status === 204 || answer.text.trim() === '') return;
  throw new PlatformError('unknown', 'LinkedIn answered with words where it has none.', { status: answer.status });
}

/** Puts a file, or a part of one, where LinkedIn said. */
export async function putFile(session: Session, address: string, bytes: Uint8Array | FileBody, type: string) {
  const request: PlatformRequest = {
    method: 'PUT',
    url: uploadUrl(session, address),
    headers: { authorization: `Bearer ${session.tokens.accessToken}` },
    body: { bytes, type },
  };
  const refusal = (received: PlatformAnswer) => toRefusal(received, session.now());
  return (await callPlatform(session, { purpose: 'read', request, answer: z.unknown(), refusal })).answer;
}

/** The token goes along, so only addresses of LinkedIn are taken; with a simulated one, its host stands for www. */
function uploadUrl({ hosts }: Session, address: string): string {
  const www = hosts.www ?? HOSTS.www;
  if (address.startsWith(`${www}/`)) return address;
  const url = URL.parse(address);
  if (url?.origin === HOSTS.www) return `${www}${url.pathname}${url.search}`;
  if (www === HOSTS.www && url?.protocol === 'https:' && url.hostname.endsWith('.linkedin.com')) return url.href;
  throw new PlatformError('unavailable', 'LinkedIn named an address for the upload that is not its own.');
}

/** https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling. The code counts before the status. */
export function toRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const { status } = answer;
  const { code, serviceErrorCode, message: words } = Refusal.safeParse(answer.json).data ?? {};
  const platformCode = code ?? serviceErrorCode;
  const facts: PlatformErrorFacts = platformCode === undefined ? {} : { platformCode };
  if (status === 401) return refused('auth_expired', words, status, facts);
  const isThrottled = status === 429 || (status === 400 && /throttled/i.test(words ?? ''));
  if (isThrottled) return refused('rate_limited', words, status, { ...facts, ...pause(answer, words ?? '', now) });
  // An error page of something in between is no word of LinkedIn.
  if ((words === undefined && platformCode === undefined) || status >= 500) return undefined;
  if (code === 'NONEXISTENT_VERSION' || code === 'VERSION_MISSING') {
    const remedy = 'LinkedIn has ended the version of its interface that is spoken here. Update Hubbub.';
    return refused('rejected', words, status, { ...facts, remedy });
  }
  // The same words of the same author lately: on a repeat our own lost call may be what LinkedIn means.
  if (code === 'DUPLICATE_POST') return refused('unknown', words, status, { platformCode: 'duplicate' });
  if (status === 403) return refused('forbidden', words, status, facts);
  if (status === 404) return refused('not_found', words, status, facts);
  // Something else changes the same thing right now.
  if (status === 409) return refused('unavailable', words, status, { ...facts, retryAfterSeconds: 5 });
  if (/not (?:yet )?(?:ready|available)|still processing/i.test(words ?? '')) {
    return refused('unavailable', words, status, { ...facts, retryAfterSeconds: 5 });
  }
  const isRefusal = status === 400 || status === 413 || status === 422;
  return isRefusal ? refused('rejected', words, status, { ...facts, ...fieldOf(words ?? '') }) : undefined;
}

function fieldOf(words: string): PlatformErrorFacts {
  if (/\b(?:commentary|text)\b/i.test(words)) return { field: 'text' };
  return /\b(?:media|image|video|altText)\b/i.test(words) ? { field: 'media' } : {};
}

const BURST_SECONDS = 120;

/** LinkedIn does not tell when it takes calls again. Limits of a day end at midnight UTC, those of a burst soon. */
function pause({ headers }: PlatformAnswer, words: string, now: Date): PlatformErrorFacts {
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const wait =
    retryAfter(headers['retry-after'], now) ?? (/\bDAY\b/.test(words) ? secondsUntil(midnight, now) : BURST_SECONDS);
  return {
    retryAfterSeconds: wait ?? BURST_SECONDS,
    ...(/\bAPPLICATION\b/.test(words) ? { wholeApp: true } : {}),
  };
}
