import { z } from 'zod';
import type { Candidate, Code, Connecting, Grant } from '../../core/connecting.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppSession, Session } from '../../core/session.ts';
import { consentUrl } from '../code-grant.ts';
import { longToken } from '../meta/token.ts';
import { GRAPH_ID, success } from '../meta/wire.ts';
import { inForm } from '../refresh-grant.ts';
import { numbersOf, reachOf, wabaOf } from './business-accounts.ts';
import { API_VERSION, call } from './client.ts';

const REQUIRED = ['whatsapp_business_messaging', 'whatsapp_business_management'];

const id = z.string().regex(GRAPH_ID, 'must be an id of the platform');

/**
 * Embedded Signup: the customer's page opens Meta's window, which gives a code of 30 seconds and tells which number was
 * chosen. The same window as an address sends the code to our callback, as every login by configuration does.
 * https://developers.facebook.com/documentation/business-messaging/whatsapp/embedded-signup/overview
 */
export const connecting: Connecting = {
  kind: 'embedded_signup',
  sharedBy: 'waba_id',
  oauth: {
    scopes: REQUIRED,
    requiredScopes: REQUIRED,
    window: {
      required: ['config_id'],
      told: z.strictObject({ waba_id: id.optional(), phone_number_id: id.optional(), business_id: id.optional() }),
    },
    authorizeUrl: ({ setup = {}, ...request }) =>
      consentUrl(
        `${request.hosts.www}/${API_VERSION}/dialog/oauth`,
        { ...request, scopes: [] },
        {
          scope: undefined,
          config_id: setup.config_id,
          override_default_response_type: 'true',
          ...(setup.solution_id === undefined || setup.solution_id === ''
            ? {}
            : { extras: JSON.stringify({ setup: { solutionID: setup.solution_id } }) }),
        },
      ),
    exchange,
  },
  choice: { when: 'several', of: 'profiles', noneCode: 'no_account', candidates },
  /** Callbacks of the business account, with the last of its numbers here. */
  async revoke(session) {
    await call(session, { method: 'DELETE', path: [await wabaOf(session), 'subscribed_apps'], answer: success });
  },
};

async function exchange(session: AppSession, { code, redirectUri, told }: Code): Promise<Grant> {
  const query = { ...inForm(session.app).form, code, ...(told === undefined ? { redirect_uri: redirectUri } : {}) };
  const path = ['oauth', 'access_token'];
  const asNobody = { ...session, tokens: { accessToken: '' } };
  const given = await call(asNobody, { method: 'GET', path, query, answer: longToken }).catch((error: unknown) => {
    throw aboutTheApp(error);
  });
  const ends =
    given.expires_in === undefined
      ? {}
      : { expiresAt: new Date(session.now().getTime() + given.expires_in * 1000).toISOString() };
  const tokens = { accessToken: given.access_token, ...ends };
  const { scopes } = await reachOf({ ...session, tokens });
  const platformId = told?.phone_number_id;
  return {
    tokens,
    ...(scopes === undefined ? {} : { scopes }),
    ...(typeof platformId === 'string' ? { platformId } : {}),
  };
}

function aboutTheApp(error: unknown): unknown {
  if (!(error instanceof PlatformError) || !/client secret|validating application/i.test(error.message)) return error;
  return new PlatformError('forbidden', error.message, { ...error.facts, platformCode: 'invalid_client' });
}

/** Every number of every business account that the customer let us manage. */
async function candidates(session: Session): Promise<Candidate[]> {
  const { wabas } = await reachOf(session);
  const found = await Promise.all(wabas.map((waba) => numbersOf(session, waba)));
  return found.flat().map(({ number }) => ({
    platformId: number.id,
    name: number.verified_name || number.display_phone_number,
    username: number.display_phone_number.replace(/\D/g, ''),
  }));
}
