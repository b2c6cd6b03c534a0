import type { z } from 'zod';
import type { Session } from '../../core/session.ts';
import type { Meaning, Meanings } from '../shared/meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../shared/meta/graph.ts';

/** The only version so far; Meta announces no end. https://developers.facebook.com/docs/threads/changelog */
export const API_VERSION = 'v1.0';

export const HOSTS = {
  graph: 'https://graph.threads.net',
  www: 'https://www.threads.net',
} as const;

const badMedia: Meaning = { kind: 'rejected', field: 'media' };

/**
 * Threads' own codes. Threads documents no table of them. The codes of media are Instagram's, because both share the
 * machinery. https://developers.facebook.com/docs/threads/troubleshooting
 */
const MEANINGS: Meanings = {
  '24': { kind: 'not_found' },
  '352': badMedia,
  '9004': badMedia,
  '36000': badMedia,
  '36001': badMedia,
  '36003': badMedia,
  // Threads blocks this kind of action for the profile for a while; retries make it longer.
  'any/2207051': { kind: 'rejected' },
  'any/2207052': badMedia,
  'any/4279013': { kind: 'forbidden' },
};

export const API: GraphApi = { host: 'graph', version: API_VERSION, meanings: MEANINGS };

/** One call to graph.threads.net as the account of the session. Every failure is a PlatformError. */
export function call<Schema extends z.ZodType>(session: Session, request: GraphCall<Schema>) {
  return callGraph(session, API, request);
}
