import type { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession, PlatformRequest, Session } from '../../core/session.ts';
import { callPlatform, type Purpose } from '../platform-call.ts';
import { type Meanings, toGraphError } from './errors.ts';
import { GRAPH_ID } from './wire.ts';

/** One Graph API of Meta: where it is and what its own error codes mean. */
export interface GraphApi {
  /** Key of the host in `session.hosts`. */
  readonly host: string;
  /** For example `v25.0`. */
  readonly version: string;
  readonly meanings: Meanings;
}

export interface GraphCall<Answer extends z.ZodType> {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Segments below the version; `me` or an id first, then the edge. */
  readonly path: readonly string[];
  readonly query?: PlatformRequest['query'];
  /** Form fields; lists and objects as JSON text, as the Graph takes them. Undefined fields are left out. */
  readonly form?: Readonly<Record<string, string | undefined>>;
  /** In place of a form, for products that take JSON only. */
  readonly json?: Readonly<Record<string, unknown>>;
  /** What must be in a success; further fields are welcome. */
  readonly answer: Answer;
  /** Default `read`. */
  readonly purpose?: Purpose;
  /** The few calls without a version in their path. */
  readonly isUnversioned?: boolean;
}

/** Whose token it is does not matter here. */
type Caller = AppSession & Pick<Session, 'tokens'>;

/** Makes one call as the account. Every failure is a PlatformError. */
export async function callGraph<Answer extends z.ZodType>(
  session: Caller,
  api: GraphApi,
  call: GraphCall<Answer>,
): Promise<z.output<Answer>> {
  const purpose = call.purpose ?? 'read';
  const secrets = [session.tokens.accessToken, session.app.clientSecret];
  const { value } = await callPlatform(session, {
    purpose,
    request: toRequest(session, api, call),
    answer: call.answer,
    refusal: (answer) => toGraphError(answer, { purpose, meanings: api.meanings, secrets }),
  });
  return value;
}

function toRequest(session: Caller, api: GraphApi, call: GraphCall<z.ZodType>): PlatformRequest {
  const host = session.hosts[api.host];
  if (host === undefined) throw new Error(`The session has no host ${api.host}.`);
  const version = call.isUnversioned === true ? [] : [api.version];
  return {
    method: call.method,
    url: [host, ...version, ...call.path.map(checkedSegment)].join('/'),
    // In a header the token stays out of addresses, which end up in logs.
    headers: { authorization: `Bearer ${session.tokens.accessToken}` },
    ...(call.query === undefined ? {} : { query: call.query }),
    ...(call.form === undefined ? {} : { body: { form: call.form } }),
    ...(call.json === undefined ? {} : { body: { json: call.json } }),
  };
}

/** Ids come from callers and answers, so a segment may never leave its place in the path. */
function checkedSegment(segment: string): string {
  if (GRAPH_ID.test(segment)) return segment;
  throw new PlatformError('not_found', `The platform has no object ${JSON.stringify(segment.slice(0, 100))}.`);
}
