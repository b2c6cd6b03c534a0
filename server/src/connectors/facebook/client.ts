import { z } from 'zod';
import { PlatformError } from '../../core/platform-error.ts';
import type { PlatformAnswer, Session } from '../../core/session.ts';
import { type Meaning, type Meanings, toGraphError } from '../meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../meta/graph.ts';
import { success } from '../meta/wire.ts';
import { callPlatform, refused } from '../platform-call.ts';

export const API_VERSION = 'v25.0';

export const HOSTS = {
  graph: 'https://graph.facebook.com',
  rupload: 'https://rupload.facebook.com',
  www: 'https://www.facebook.com',
} as const;

const badMedia: Meaning = { kind: 'rejected', field: 'media' };
const badText: Meaning = { kind: 'rejected', field: 'text' };
const userMustAct: Meaning = { kind: 'forbidden' };

/** Codes of Pages. The subcodes of publishing are in no table of Meta's; they were collected in the field. */
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
export function call<Answer extends z.ZodType>(session: Session, request: GraphCall<Answer>) {
  return callGraph(session, API, request);
}

const uploadProblem = z.object({
  debug_info: z.object({ retriable: z.boolean().catch(false), type: z.string(), message: z.string().catch('') }),
});

/**
 * Lets Facebook fetch the file of a reel or a story. The address is made here, as that in the answer may name any host.
 * https://developers.facebook.com/docs/video-api/guides/reels-publishing
 */
export async function uploadByUrl(session: Session, videoId: string, fileUrl: string): Promise<void> {
  const { accessToken } = session.tokens;
  const url = `${session.hosts.rupload}/video-upload/${API_VERSION}/${videoId}`;
  // A header holds no letters beyond ASCII; as an address is written out, they are escaped.
  const headers = { authorization: `OAuth ${accessToken}`, file_url: new URL(fileUrl).href };
  const facts = { purpose: 'read', meanings: MEANINGS, secrets: [accessToken, session.app.clientSecret] } as const;
  const refusal = (answer: PlatformAnswer) => toUploadError(answer) ?? toGraphError(answer, facts);
  await callPlatform(session, { purpose: 'read', request: { method: 'POST', url, headers }, answer: success, refusal });
}

function toUploadError({ json, status }: PlatformAnswer): PlatformError | undefined {
  const { data } = uploadProblem.safeParse(json);
  if (data === undefined || status >= 500) return undefined;
  const { retriable, type, message } = data.debug_info;
  if (retriable) return refused('unavailable', message || type, status, { platformCode: type });
  return refused('rejected', message || type, status, { platformCode: type, field: 'media' });
}

/** Codes that say "you have posted this already": on a repeat our own lost call may be what Facebook means. */
const DUPLICATES = /^506\b|\/1366051$/;

export function asDuplicate(error: unknown): unknown {
  const isDuplicate = error instanceof PlatformError && DUPLICATES.test(error.facts.platformCode ?? '');
  return isDuplicate
    ? new PlatformError('unknown', error.message, { ...error.facts, platformCode: 'duplicate' })
    : error;
}
