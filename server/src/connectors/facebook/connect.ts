import { z } from 'zod';
import type { Candidate, Code, Connecting, Grant } from '../../core/connecting/connecting.ts';
import type { AppSession, Session } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { lenient } from '../shared/call-platform.ts';
import { consentUrl } from '../shared/code-grant.ts';
import { asInvalidClient } from '../shared/meta/errors.ts';
import { callGraph } from '../shared/meta/graph.ts';
import { nextPosition, type Position } from '../shared/meta/paging.ts';
import { longToken } from '../shared/meta/token.ts';
import { graphId, success, text } from '../shared/meta/wire.ts';
import { inForm } from '../shared/refresh-grant.ts';
import { API, API_VERSION, call } from './client.ts';

const REQUIRED = ['pages_show_list', 'pages_read_engagement', 'pages_manage_posts', 'pages_manage_metadata'];
const SCOPES = [
  ...REQUIRED,
  'pages_read_user_content',
  'pages_manage_engagement',
  'pages_messaging',
  'read_insights',
  'business_management',
];
const LISTS_MAX = 20;

/**
 * A person logs in and chooses one of the Pages. We store the token of that Page, which does not expire.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow
 */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    authorizeUrl: (request) =>
      consentUrl(`${request.hosts.www}/${API_VERSION}/dialog/oauth`, request, { separator: ',' }),
    exchange,
  },
  choice: { when: 'always', of: 'pages', perBrand: 5, noneCode: 'no_pages', candidates },
  /** Ends only the callbacks, because the person's grant may serve other Pages too. */
  async revoke(session) {
    const path = [session.account.platformId, 'subscribed_apps'];
    await call(session, { method: 'DELETE', path, response: success });
  },
};

/**
 * The code gives a token of one or two hours, which gives a token of sixty days. Page tokens from a long token do not
 * expire.
 */
async function exchange(session: AppSession, { code, redirectUri }: Code): Promise<Grant> {
  const client = inForm(session.app).form;
  const give = (query: Record<string, string>) =>
    callGraph({ ...session, tokens: { accessToken: '' } }, API, {
      method: 'GET',
      path: ['oauth', 'access_token'],
      query: { ...client, ...query },
      response: longToken,
    }).catch((error: unknown) => {
      throw asInvalidClient(error);
    });
  const short = await give({ redirect_uri: redirectUri, code: code.replace(/#_=_$/, '') });
  const long = await give({ grant_type: 'fb_exchange_token', fb_exchange_token: short.access_token });
  const tokens = { accessToken: long.access_token };
  const [scopes, { id: personId }] = await Promise.all([
    grantedScopes(session, tokens.accessToken),
    callGraph({ ...session, tokens }, API, { method: 'GET', path: ['me'], query: { fields: 'id' }, response: Person }),
  ]);
  return { tokens, scopes, personId };
}

const Person = z.object({ id: graphId });
const Permissions = z.object({ data: z.array(z.object({ permission: z.string(), status: z.string() })) });

/** The token endpoint does not report which scopes were declined. */
async function grantedScopes(session: AppSession, accessToken: string): Promise<string[]> {
  const path = ['me', 'permissions'];
  const request = { method: 'GET', path, response: Permissions } as const;
  const { data } = await callGraph({ ...session, tokens: { accessToken } }, API, request);
  return data.flatMap(({ permission, status }) => (status === 'granted' ? [permission] : []));
}

const Page = z.object({
  id: graphId,
  name: z.string().min(1),
  username: text,
  category: text,
  access_token: lenient(z.string().min(1)),
  picture: lenient(z.object({ data: z.object({ url: z.string() }) })),
});
const Pages = z.object({
  data: z.array(Page),
  paging: lenient(z.object({ cursors: lenient(z.object({ after: text })), next: text })),
});

/**
 * https://developers.facebook.com/docs/graph-api/reference/user/accounts. A Page without a token cannot be managed by
 * this person.
 */
async function candidates(session: Session): Promise<Candidate[]> {
  const found: Candidate[] = [];
  let position: Position = {};
  for (let lists = 0; lists < LISTS_MAX; lists++) {
    const query = { fields: 'id,name,username,category,access_token,picture.type(large)', limit: 100, ...position };
    const page = await call(session, { method: 'GET', path: ['me', 'accounts'], query, response: Pages });
    for (const { id, name, username, category, access_token, picture } of page.data) {
      if (access_token === undefined) continue;
      found.push(
        compact({
          platformId: id,
          name,
          tokens: { accessToken: access_token },
          username,
          category,
          pictureUrl: picture?.data.url,
        }),
      );
    }
    const following = nextPosition(page as Parameters<typeof nextPosition>[0]);
    if (following === undefined) break;
    position = following;
  }
  return found;
}
