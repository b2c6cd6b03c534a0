import type { z } from 'zod';
import type { AppSession, Session } from '../../core/session.ts';
import type { Meaning, Meanings } from '../shared/meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../shared/meta/graph.ts';

export const API_VERSION = 'v25.0';

export const HOSTS = { graph: 'https://graph.facebook.com', www: 'https://www.facebook.com' } as const;

const userMustAct: Meaning = { kind: 'forbidden' };
const rejected: Meaning = { kind: 'rejected' };
const later: Meaning = { kind: 'temporary' };
const paused = (retryAfterSeconds: number): Meaning => ({ kind: 'rate_limited', retryAfterSeconds });

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const MEANINGS: Meanings = {
  '0': { kind: 'auth_expired' },
  '368': userMustAct,
  '80007': { kind: 'rate_limited' },
  '130429': paused(5),
  '130472': rejected,
  '130497': userMustAct,
  '131000': later,
  '131005': userMustAct,
  '131008': rejected,
  '131009': rejected,
  '131016': later,
  '131021': rejected,
  '131026': rejected,
  '131030': rejected,
  '131031': userMustAct,
  '131037': userMustAct,
  '131042': userMustAct,
  '131045': userMustAct,
  '131047': rejected,
  '131048': paused(3600),
  '131049': rejected,
  '131050': rejected,
  '131051': rejected,
  '131052': { kind: 'rejected', field: 'media' },
  '131053': { kind: 'rejected', field: 'media' },
  '131055': rejected,
  '131056': paused(6),
  '131057': later,
  '131062': rejected,
  '131063': rejected,
  '131064': paused(3600),
  '132000': rejected,
  '132001': { kind: 'not_found' },
  '132005': rejected,
  '132007': rejected,
  '132012': rejected,
  '132015': rejected,
  '132016': rejected,
  '132018': rejected,
  '132068': rejected,
  '132069': rejected,
  '133000': rejected,
  '133004': later,
  '133005': rejected,
  '133006': rejected,
  '133008': rejected,
  '133009': rejected,
  '133010': rejected,
  '133015': rejected,
  '133016': paused(3600),
  '134011': userMustAct,
  '134100': rejected,
  '134101': later,
  '134102': rejected,
  '135000': rejected,
  '136024': rejected,
  '136025': rejected,
  '2494100': later,
  '100/2388019': rejected,
  '100/2593002': { kind: 'not_found' },
};

const API: GraphApi = { host: 'graph', version: API_VERSION, meanings: MEANINGS };

/** One call to graph.facebook.com with the token of the signup. Every failure is a PlatformError. */
export function call<Schema extends z.ZodType>(
  session: AppSession & Pick<Session, 'tokens'>,
  request: GraphCall<Schema>,
): Promise<z.output<Schema>> {
  return callGraph(session, API, request);
}
