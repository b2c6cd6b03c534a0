import { z } from 'zod';
import { DUPLICATE, PlatformError } from '../../core/platform-error.ts';
import type { PlatformResponse, Session } from '../../core/session.ts';
import { callPlatform, platformError } from '../shared/call-platform.ts';
import { type Meaning, type Meanings, toGraphError } from '../shared/meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../shared/meta/graph.ts';
import { success } from '../shared/meta/wire.ts';

export const API_VERSION = 'v25.0';

export const HOSTS = {
  graph: 'https://graph.facebook.com',
  rupload: 'https://rupload.facebook.com',
  www: 'https://www.facebook.com',
} as const;

const badMedia: Meaning = { kind: 'rejected', field: 'media' };
const badText: Meaning = { kind: 'rejected', field: 'text' };
const userMustAct: Meaning = { kind: 'forbidden' };

/**
 * Error codes of Pages. No table of Meta documents the subcodes of publishing; they come from reports of other
 * developers.
 */
const MEANINGS: Meanings = {
  'any/1346003': { kind: 'rejected' },
  'any/1349125': badMedia,
  'any/1363047': { kind: 'temporary' },
  'any/1366046': badMedia,
  'any/1390008': { kind: 'rate_limited', retryAfterSeconds: 600 },
  'any/1404006': userMustAct,
  'any/1404078': userMustAct,
  'any/1404102': { kind: 'rejected' },
  'any/1404112': userMustAct,
  'any/1609008': badText,
  'any/1609010': { kind: 'temporary' },
  'any/2061006': { kind: 'rejected' },
  'any/2069019': badMedia,
  'any/4854002': userMustAct,
};

export const API: GraphApi = { host: 'graph', version: API_VERSION, meanings: MEANINGS };

/** One call to graph.facebook.com as the Page of the session. Every failure is a PlatformError. */
export function call<Schema extends z.ZodType>(session: Session, request: GraphCall<Schema>) {
  return callGraph(session, API, request);
}

const uploadProblem = z.object({
  debug_info: z.object({ retriable: z.boolean().catch(false), type: z.string(), message: z.string().catch('') }),
});

/**
 * Lets Facebook fetch the file of a reel or a story. We build the address ourselves, because an address from the
 * response could name any host. https://developers.facebook.com/docs/video-api/guides/reels-publishing
 */
export async function uploadByUrl(session: Session, videoId: string, fileUrl: string): Promise<void> {
  const { accessToken } = session.tokens;
  const url = `${session.hosts.rupload}/video-upload/${API_VERSION}/${videoId}`;
  // A header holds ASCII only, so other letters of the address are escaped.
  const headers = { authorization: `OAuth ${accessToken}`, file_url: new URL(fileUrl).href };
  const facts = { purpose: 'read', meanings: MEANINGS, secrets: [accessToken, session.app.clientSecret] } as const;
  const rejection = (response: PlatformResponse) => toUploadError(response) ?? toGraphError(response, facts);
  await callPlatform(session, {
    purpose: 'read',
    request: { method: 'POST', url, headers },
    response: success,
    rejection,
  });
}

function toUploadError({ json, status }: PlatformResponse): PlatformError | undefined {
  const { data } = uploadProblem.safeParse(json);
  if (data === undefined || status >= 500) return undefined;
  const { retriable, type, message } = data.debug_info;
  if (retriable) return platformError('unavailable', message || type, status, { platformCode: type });
  return platformError('rejected', message || type, status, { platformCode: type, field: 'media' });
}

/** Codes that mean "you have posted this already". On a repeat, Facebook may mean our own lost call. */
const DUPLICATES = /^506\b|\/1366051$/;

export function asDuplicate(error: unknown): unknown {
  const isDuplicate = error instanceof PlatformError && DUPLICATES.test(error.facts.platformCode ?? '');
  return isDuplicate ? new PlatformError('unknown', error.message, { ...error.facts, platformCode: DUPLICATE }) : error;
}
