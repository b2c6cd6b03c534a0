import type { z } from 'zod';
import type { AppSession, Session } from '../../core/session.ts';
import type { Meaning, Meanings } from '../shared/meta/errors.ts';
import { callGraph, type GraphApi, type GraphCall } from '../shared/meta/graph.ts';

export const API_VERSION = 'v25.0';

export const HOSTS = { graph: 'https://graph.facebook.com', www: 'https://www.facebook.com' } as const;

const userMustAct: Meaning = { kind: 'forbidden' };
const refused: Meaning = { kind: 'rejected' };
const later: Meaning = { kind: 'temporary' };
const paused = (retryAfterSeconds: number): Meaning => ({ kind: 'rate_limited', retryAfterSeconds });

/** https://developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes */
const MEANINGS: Meanings = {
  '0': { kind: 'auth_expired' },
  '368': userMustAct,
  '80007': { kind: 'rate_limited' },
  '130429': paused(5),
  '130472': refused,
  '130497': userMustAct,
  '131000': later,
  '131005': userMustAct,
  '131008': refused,
  '131009': refused,
  '131016': later,
  '131021': refused,
  '131026': refused,
  '131030': refused,
  '131031': userMustAct,
  '131037': userMustAct,
  '131042': userMustAct,
  '131045': userMustAct,
  '131047': refused,
  '131048': paused(3600),
  '131049': refused,
  '131050': refused,
  '131051': refused,
  '131052': { kind: 'rejected', field: 'media' },
  '131053': { kind: 'rejected', field: 'media' },
  '131055': refused,
  '131056': paused(6),
  '131057': later,
  '131062': refused,
  '131063': refused,
  '131064': paused(3600),
  '132000': refused,
  '132001': { kind: 'not_found' },
  '132005': refused,
  '132007': refused,
  '132012': refused,
  '132015': refused,
  '132016': refused,
  '132018': refused,
  '132068': refused,
  '132069': refused,
  '133000': refused,
  '133004': later,
  '133005': refused,
  '133006': refused,
  '133008': refused,
  '133009': refused,
  '133010': refused,
  '133015': refused,
  '133016': paused(3600),
  '134011': userMustAct,
  '134100': refused,
  '134101': later,
  '134102': refused,
  '135000': refused,
  '136024': refused,
  '136025': refused,
  '2494100': later,
  '100/2388019': refused,
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
