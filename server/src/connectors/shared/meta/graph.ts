import type { z } from 'zod';
import { PlatformError } from '../../../core/platform-error.ts';
import type { AppSession, PlatformRequest, Session } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callPlatform, type Purpose } from '../call-platform.ts';
import { type Meanings, toGraphError } from './errors.ts';
import { GRAPH_ID } from './wire.ts';

/** One Graph API of Meta: its address and the meaning of its own error codes. */
export interface GraphApi {
  /** Key of the host in `session.hosts`. */
  readonly host: string;
  /** For example `v25.0`. */
  readonly version: string;
  readonly meanings: Meanings;
}

export interface GraphCall<Schema extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Segments below the version; `me` or an id first, then the edge. */
  readonly path: readonly string[];
  readonly query?: PlatformRequest['query'];
  /** Form fields; lists and objects as JSON text, as the Graph takes them. Undefined fields are left out. */
  readonly form?: Readonly<Record<string, string | undefined>>;
  /** In place of a form, for products that take JSON only. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** The required fields of a success; others are ignored. */
  readonly response: Schema;
  /** Default `read`. */
  readonly purpose?: Purpose;
  /** For the few calls without a version in their path. */
  readonly isUnversioned?: boolean;
}

/** A session without its account, because any token will do. */
type Caller = AppSession & Pick<Session, 'tokens'>;

/** Makes one call as the account. Every failure is a PlatformError. */
export async function callGraph<Schema extends z.ZodType>(
  session: Caller,
  api: GraphApi,
  call: GraphCall<Schema>,
): Promise<z.output<Schema>> {
  const purpose = call.purpose ?? 'read';
  const secrets = [session.tokens.accessToken, session.app.clientSecret];
  const { value } = await callPlatform(session, {
    purpose,
    request: toRequest(session, api, call),
    response: call.response,
    rejection: (response) => toGraphError(response, { purpose, meanings: api.meanings, secrets }),
  });
  return value;
}

function toRequest(session: Caller, api: GraphApi, call: GraphCall<z.ZodType>): PlatformRequest {
  const host = session.hosts[api.host];
  if (host === undefined) throw new Error(`The session has no host ${api.host}.`);
  const version = call.isUnversioned === true ? [] : [api.version];
  return compact({
    method: call.method,
    url: [host, ...version, ...call.path.map(checkedSegment)].join('/'),
    // In a header, the token stays out of addresses, which end up in logs.
    headers: { authorization: `Bearer ${session.tokens.accessToken}` },
    query: call.query,
    body: bodyOf(call),
  });
}

function bodyOf({ form, json }: GraphCall<z.ZodType>): PlatformRequest['body'] {
  if (json !== undefined) return { json };
  return form && { form };
}

/** Ids come from callers and from responses, so a segment must never leave its place in the path. */
function checkedSegment(segment: string): string {
  if (GRAPH_ID.test(segment)) return segment;
  throw new PlatformError('not_found', `The platform has no object ${JSON.stringify(segment.slice(0, 100))}.`);
}
