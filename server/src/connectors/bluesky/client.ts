import type { z } from 'zod';
import { PlatformError, type PlatformErrorFacts } from '../../core/platform-error.ts';
import type { PlatformRequest, PlatformResponse, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, type Purpose, platformError, retryAfter, secondsUntilUnix } from '../shared/call-platform.ts';
import { withProof } from './oauth/dpop.ts';
import { Rejection } from './wire.ts';

type Parameter = string | number | boolean | readonly string[] | undefined;

/** One method of XRPC by its name: a query with GET, a procedure with POST. */
export interface XrpcCall {
  readonly method: 'GET' | 'POST';
  readonly name: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly body?: NonNullable<PlatformRequest['body']>;
  /** Default: the account's server. */
  readonly host?: 'pds' | 'video';
  /** The service that the account's server forwards the call to; absent for the server's own methods. */
  readonly service?: string;
  /** Default: the session's access token. Empty: none. */
  readonly token?: string;
}

/** Makes one call. Returns the parsed body or throws a PlatformError. https://atproto.com/specs/xrpc */
export async function callXrpc<Schema extends z.ZodType>(
  session: Session,
  purpose: Purpose,
  { method, name, parameters = {}, body, host = 'pds', service, token = session.tokens.accessToken }: XrpcCall,
  response: Schema,
): Promise<z.output<Schema>> {
  const base = session.hosts[host];
  if (!base) throw new PlatformError('forbidden', 'The account does not name its server.');
  const key = token === session.tokens.accessToken ? session.tokens.bound?.key : undefined;
  const http = key === undefined ? session.http : withProof(session, key, token);
  const request: PlatformRequest = {
    method,
    url: `${base}/xrpc/${name}${queryOf(parameters)}`,
    headers: compact({
      authorization: token === '' ? undefined : `${key === undefined ? 'Bearer' : 'DPoP'} ${token}`,
      'atproto-proxy': service,
    }),
    ...compact({ body }),
  };
  const rejection = (received: PlatformResponse) => toRejection(received, session.now());
  return (await callPlatform({ ...session, http }, { purpose, request, response, rejection })).value;
}

/** A list is sent as a parameter that repeats. */
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
/** The chat's errors for people who take no messages from the account. */
const CLOSED_ERRORS = new Set(['BlockedActor', 'MessagesDisabled', 'NotFollowedBySender', 'ConvoLocked']);
/** The token is valid but lacks the right. Status and name of this error differ between servers. */
const NO_RIGHT = /^bad token (method|scope)|missing (required )?scope/i;

/** The error's name decides, because the status is misleading: an expired access token comes with status 400. */
function toRejection(response: PlatformResponse, now: Date): PlatformError | undefined {
  const { status } = response;
  const parsed = Rejection.safeParse(response.json);
  const name = parsed.data?.error;
  const message = parsed.data?.message ?? name;
  if (status === 429) return platformError('rate_limited', message, status, pause(response, now));
  // A proxy's error page says nothing about the server's decision.
  if (name === undefined || status >= 500) return undefined;
  const code = { platformCode: name };
  if (/^(Account|Repo)(Takedown|TakenDown|Suspended|Deactivated|NotFound)$/.test(name)) {
    return platformError('forbidden', message, status, code);
  }
  if (CLOSED_ERRORS.has(name) || name === 'ScopeMissingError' || NO_RIGHT.test(message ?? '')) {
    return platformError('forbidden', message, status, code);
  }
  if (status === 401 || TOKEN_ERRORS.has(name)) return platformError('auth_expired', message, status, code);
  if (MISSING_ERRORS.has(name)) return platformError('not_found', message, status, code);
  if (status === 403) return platformError('forbidden', message, status, code);
  if (status === 404) return platformError('not_found', message, status, code);
  if (status === 400 || status === 413) {
    return platformError('rejected', message, status, { ...code, ...fieldOf(status, message ?? '') });
  }
  return undefined;
}

/** Errors of records contain the field: `… at $.record.text`. */
function fieldOf(status: number, message: string): PlatformErrorFacts {
  if (status === 413 || /\bembed\b|\bblob\b|\bimage/i.test(message)) return { field: 'media' };
  return /\.text\b|"text"|grapheme/i.test(message) ? { field: 'text' } : {};
}

/** https://docs.bsky.app/docs/advanced-guides/rate-limits: the reset is in Unix seconds. */
function pause({ headers }: PlatformResponse, now: Date): PlatformErrorFacts {
  return compact({ retryAfterSeconds: retryAfter(headers['retry-after'], now) ?? untilReset(headers, now) });
}

export function untilReset(headers: PlatformResponse['headers'], now: Date): number | undefined {
  return secondsUntilUnix(headers['ratelimit-reset'], now);
}
