import { z } from 'zod';
import type { Candidate, Code, Connecting, Grant } from '../../core/connecting/connecting.ts';
import type { AppSession, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { consentUrl } from '../shared/code-grant.ts';
import { asInvalidClient } from '../shared/meta/errors.ts';
import { longToken } from '../shared/meta/token.ts';
import { GRAPH_ID, success } from '../shared/meta/wire.ts';
import { inForm } from '../shared/refresh-grant.ts';
import { tokensOf } from '../shared/tokens.ts';
import { numbersOf, reachOf, wabaOf } from './business-accounts.ts';
import { API_VERSION, call } from './client.ts';

const REQUIRED = ['whatsapp_business_messaging', 'whatsapp_business_management'];

const id = z.string().regex(GRAPH_ID, 'must be an id of the platform');

/**
 * Embedded Signup: the customer's page opens Meta's window, which returns a code of 30 seconds and the chosen number.
 * Opened as an address, the same window sends the code to our callback, like every login.
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
      fields: z.strictObject({ waba_id: id.optional(), phone_number_id: id.optional(), business_id: id.optional() }),
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
  /** Ends the callbacks of the business account; called for the last of its numbers here. */
  async revoke(session) {
    await call(session, { method: 'DELETE', path: [await wabaOf(session), 'subscribed_apps'], response: success });
  },
};

async function exchange(session: AppSession, { code, redirectUri, windowFields }: Code): Promise<Grant> {
  const query = {
    ...inForm(session.app).form,
    code,
    ...(windowFields === undefined ? { redirect_uri: redirectUri } : {}),
  };
  const path = ['oauth', 'access_token'];
  const withoutToken = { ...session, tokens: { accessToken: '' } };
  const given = await call(withoutToken, { method: 'GET', path, query, response: longToken }).catch(
    (error: unknown) => {
      throw asInvalidClient(error);
    },
  );
  const tokens = tokensOf(session, given);
  const { scopes } = await reachOf({ ...session, tokens });
  const platformId = windowFields?.phone_number_id;
  return compact({ tokens, scopes, platformId: typeof platformId === 'string' ? platformId : undefined });
}

/** Every number of every business account that the customer shared with us. */
async function candidates(session: Session): Promise<Candidate[]> {
  const { wabas } = await reachOf(session);
  const found = await Promise.all(wabas.map((waba) => numbersOf(session, waba)));
  return found.flat().map(({ number }) => ({
    platformId: number.id,
    name: number.verified_name || number.display_phone_number,
    username: number.display_phone_number.replace(/\D/g, ''),
  }));
}
