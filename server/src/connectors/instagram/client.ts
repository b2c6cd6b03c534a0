import type { z } from 'zod';
import type { Session } from '../../core/session.ts';
import type { Meaning, Meanings } from '../shared/meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../shared/meta/graph.ts';

export const API_VERSION = 'v25.0';

export const HOSTS = {
  graph: 'https://graph.instagram.com',
  api: 'https://api.instagram.com',
  www: 'https://www.instagram.com',
} as const;

const newContainerHelps: Meaning = { kind: 'temporary' };
const badMedia: Meaning = { kind: 'rejected', field: 'media' };

/**
 * Instagram's own codes from its tables. Failed containers name only the subcode, so most keys have only the subcode
 * too. https://developers.facebook.com/docs/instagram-platform/instagram-graph-api/reference/error-codes
 */
export const MEANINGS: Meanings = {
  '-1': { kind: 'temporary' },
  '-2': { kind: 'temporary' },
  '9': { kind: 'rate_limited', retryAfterSeconds: 3600 },
  '24': { kind: 'not_found' },
  '25': { kind: 'forbidden' },
  '110': { kind: 'forbidden' },
  '352': badMedia,
  '9004': badMedia,
  '9007': { kind: 'unavailable', retryAfterSeconds: 5 },
  '36000': badMedia,
  '36001': badMedia,
  '36003': badMedia,
  '36004': { kind: 'rejected', field: 'text' },
  'any/2207001': { kind: 'temporary' },
  'any/2207003': newContainerHelps,
  'any/2207004': badMedia,
  'any/2207005': badMedia,
  'any/2207006': { kind: 'not_found' },
  'any/2207008': { kind: 'temporary', retryAfterSeconds: 30 },
  'any/2207009': badMedia,
  'any/2207010': { kind: 'rejected', field: 'text' },
  'any/2207020': newContainerHelps,
  'any/2207023': badMedia,
  'any/2207026': badMedia,
  'any/2207027': { kind: 'unavailable', retryAfterSeconds: 5 },
  'any/2207028': badMedia,
  'any/2207032': newContainerHelps,
  'any/2207035': { kind: 'rejected' },
  'any/2207036': { kind: 'rejected' },
  'any/2207037': { kind: 'rejected' },
  'any/2207040': { kind: 'rejected' },
  // The quota covers a rolling day. Older posts leave it one by one, but Instagram does not say when.
  'any/2207042': { kind: 'rate_limited', retryAfterSeconds: 3600 },
  'any/2207050': { kind: 'forbidden' },
  // Code 4, but not a rate limit. Instagram took the action for spam, and a retry makes it worse.
  'any/2207051': { kind: 'rejected' },
  'any/2207052': badMedia,
  'any/2207053': { kind: 'temporary' },
  'any/2207057': { kind: 'rejected', field: 'platform_data.video_cover_timestamp_ms' },
  'any/2207077': newContainerHelps,
  'any/2207081': { kind: 'rejected' },
  'any/2207082': newContainerHelps,
};

export const API: GraphApi = { host: 'graph', version: API_VERSION, meanings: MEANINGS };

/** One call to graph.instagram.com as the account of the session. Every failure is a PlatformError. */
export function call<Schema extends z.ZodType>(session: Session, request: GraphCall<Schema>) {
  return callGraph(session, API, request);
}
