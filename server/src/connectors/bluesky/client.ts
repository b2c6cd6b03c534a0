import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformAnswer, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose, refused, retryAfter, secondsUntil } from '../platform-call.ts';
import { withProof } from './dpop.ts';
import { Refusal } from './wire.ts';

type Parameter = string | number | boolean | readonly string[] | undefined;

/** One method of XRPC by its name: with `method` GET a query, with POST a procedure. */
export interface XrpcCall {
  readonly method: 'GET' | 'POST';
  readonly name: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly body?: NonNullable<PlatformRequest['body']>;
  /** The server of the account, unless said otherwise. */
  readonly host?: 'pds' | 'video';
  /** The service that the account's server passes the call on to, unless it knows that itself. */
  readonly service?: string;
  /** The session's access token, unless said otherwise; empty: none. */
  readonly token?: string;
}

/** One call: a valid answer or a PlatformError. https://atproto.com/specs/xrpc */
export async function callXrpc<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { method, name, parameters = {}, body, host = 'pds', service, token = session.tokens.accessToken }: XrpcCall,
  answer: Schema,
): Promise<z.output<Schema>> {
  const base = session.hosts[host];
  if (!base) throw new PlatformError('forbidden', 'The account does not say on which server it lives.');
  const key = token === session.tokens.accessToken ? session.tokens.bound?.key : undefined;
  const http = key === undefined ? session.http : withProof(session, key, token);
  const request: PlatformRequest = {
    method,
    url: `${base}/xrpc/${name}${queryOf(parameters)}`,
    headers: {
      ...(token === '' ? {} : { authorization: `${key === undefined ? 'Bearer' : 'DPoP'} ${token}` }),
      ...(service === undefined ? {} : { 'atproto-proxy': service }),
    },
    ...(body === undefined ? {} : { body }),
  };
  const refusal = (received: PlatformAnswer) => toRefusal(received, session.now());
  return (await callPlatform({ ...session, http }, { purpose, request, answer, refusal })).value;
}

/** Lists repeat their name. */
function queryOf(parameters: Readonly<Record<string, Parameter>>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) {
    for (const item of value === undefined ? [] : [value].flat()) query.append(name, String(item));
  }
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

const TOKEN_ERRORS = new Set(['ExpiredToken', 'InvalidToken', 'AuthMissing', 'AuthenticationRequired']);
const MISSING_ERRORS = new Set(['RecordNotFound', 'NotFound', 'JobNotFound', 'InvalidConvo', 'ConvoNotFound']);
/** What the chat says of people who may not be written to. */
const CLOSED_ERRORS = new Set(['BlockedActor', 'MessagesDisabled', 'NotFollowedBySender', 'ConvoLocked']);
/** A good token without the right; its status and name differ between servers. */
const NO_RIGHT = /^bad token (method|scope)|missing (required )?scope/i;

/** The error's name decides: an expired access token, for one, comes with status 400. */
function toRefusal(answer: PlatformAnswer, now: Date): PlatformError | undefined {
  const { status } = answer;
  const parsed = Refusal.safeParse(answer.json);
  const name = parsed.data?.error;
  const words = parsed.data?.message ?? name;
  if (status === 429) return refused('rate_limited', words, status, pause(answer, now));
  // An error page of something in between is no word of the server.
  if (name === undefined || status >= 500) return undefined;
  const code = { platformCode: name };
  if (/^(Account|Repo)(Takedown|TakenDown|Suspended|Deactivated|NotFound)$/.test(name)) {
    return refused('forbidden', words, status, code);
  }
  if (CLOSED_ERRORS.has(name) || name === 'ScopeMissingError' || NO_RIGHT.test(words ?? '')) {
    return refused('forbidden', words, status, code);
  }
  if (status === 401 || TOKEN_ERRORS.has(name)) return refused('auth_expired', words, status, code);
  if (MISSING_ERRORS.has(name)) return refused('not_found', words, status, code);
  if (status === 403) return refused('forbidden', words, status, code);
  if (status === 404) return refused('not_found', words, status, code);
  if (status === 400 || status === 413) {
    return refused('rejected', words, status, { ...code, ...fieldOf(status, words ?? '') });
  }
  return undefined;
}

/** Errors of records name the place: `… at $.record.text`. */
function fieldOf(status: number, words: string): PlatformErrorFacts {
  if (status === 413 || /\bembed\b|\bblob\b|\bimage/i.test(words)) return { field: 'media' };
  return /\.text\b|"text"|grapheme/i.test(words) ? { field: 'text' } : {};
}

/** https://docs.bsky.app/docs/advanced-guides/rate-limits: the reset is in seconds since 1970. */
function pause({ headers }: PlatformAnswer, now: Date): PlatformErrorFacts {
  const wait = retryAfter(headers['retry-after'], now) ?? untilReset(headers, now);
  return wait === undefined ? {} : { retryAfterSeconds: wait };
}

export function untilReset(headers: PlatformAnswer['headers'], now: Date): number | undefined {
  const reset = headers['ratelimit-reset'] ?? '';
  return /^\d{9,11}$/.test(reset) ? secondsUntil(new Date(Number(reset) * 1000), now) : undefined;
}
