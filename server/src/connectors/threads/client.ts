import type { z } from 'zod';
import type { Session } from '../../core/session.ts';
import type { Meaning, Meanings } from '../meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../meta/graph.ts';

/** Threads has had no other; Meta announces no end. https://developers.facebook.com/docs/threads/changelog */
export const API_VERSION = 'v1.0';

export const HOSTS = {
  graph: 'https://graph.threads.net',
  www: 'https://www.threads.net',
} as const;

const badMedia: Meaning = { kind: 'rejected', field: 'media' };

/**
 * Threads' own codes. Its pages have no table of them: those of media are Instagram's, as both share the machinery.
 * https://developers.facebook.com/docs/threads/troubleshooting
 */
const MEANINGS: Meanings = {
  '24': { kind: 'not_found' },
  '352': badMedia,
  '9004': badMedia,
  '36000': badMedia,
  '36001': badMedia,
  '36003': badMedia,
  // Actions of this sort are taken from the profile for a while; trying again makes it longer.
  'any/2207051': { kind: 'rejected' },
  'any/2207052': badMedia,
  'any/4279013': { kind: 'forbidden' },
};

export const API: GraphApi = { host: 'graph', version: API_VERSION, meanings: MEANINGS };

/** One call to graph.threads.net as the account of the session. Every failure is a PlatformError. */
export function call<Answer extends z.ZodType>(session: Session, request: GraphCall<Answer>) {
  return callGraph(session, API, request);
}
