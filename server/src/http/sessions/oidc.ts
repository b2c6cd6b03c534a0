import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as oauth from 'oauth4webapi';
import { ApiError } from '../../core/errors.ts';
import { toApiError } from '../../execute/to-api-error.ts';
import { joinByIdentity, staleProof } from '../../features/members/index.ts';
import { identities, personTokens } from '../../features/people/index.ts';
import { html } from '../../lib/html.ts';
import { sendPage } from '../pages/page.ts';
import { sendError } from '../send-error.ts';
import { assertOwnOrigin } from './origin.ts';
import { readCookie, setCookie } from './session-cookie.ts';
import { type OidcSettings, toVisit, type VisitOptions } from './visits.ts';

const COOKIE = 'hubbub_oidc';
const SECONDS = 600;
const CALL_MS_MAX = 10_000;

/** What the browser keeps between the redirect to the provider and the one back. */
interface Begun {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The invitation with which the person joins. */
  readonly join?: string;
  /** The person who has signed in and adds the provider. */
  readonly link?: string;
}

/** Signing in with an OIDC provider: by the authorization code, with PKCE, state, nonce and the issuer in the response. */
export function addOidc(app: FastifyInstance, settings: OidcSettings, options: VisitOptions): void {
  const { people, site } = options;
  const client = { client_id: settings.clientId };
  const redirectUri = () => people.pageUrl('/session/oidc/callback');
  const isInsecure = new URL(settings.issuer).protocol === 'http:';
  const http = { [oauth.allowInsecureRequests]: isInsecure, signal: () => AbortSignal.timeout(CALL_MS_MAX) };
  let server: Promise<oauth.AuthorizationServer> | undefined;

  function discovered(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(settings.issuer);
    server ??= oauth
      .discoveryRequest(issuer, http)
      .then((response) => oauth.processDiscoveryResponse(issuer, response))
      .catch((error) => {
        server = undefined;
        throw unreachable(error);
      });
    return server;
  }

  /** The address of the provider, where the sign-in goes on. */
  async function begin(reply: FastifyReply, about: Pick<Begun, 'join' | 'link'>): Promise<string> {
    const { authorization_endpoint: endpoint } = await discovered();
    const [state, nonce, verifier] = [
      oauth.generateRandomState(),
      oauth.generateRandomNonce(),
      oauth.generateRandomCodeVerifier(),
    ];
    setCookie(reply, site, COOKIE, people.seal('oidc', { state, nonce, verifier, ...about }, SECONDS), SECONDS);
    const address = new URL(endpoint as string);
    for (const [name, value] of Object.entries({
      client_id: settings.clientId,
      redirect_uri: redirectUri(),
      response_type: 'code',
      scope: 'openid email profile',
      state,
      nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    }))
      address.searchParams.set(name, value);
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    return address.href;
  }

  app.get('/session/oidc', async (request, reply) => {
    try {
      const { join } = request.query as { join?: unknown };
      return reply.redirect(await begin(reply, typeof join === 'string' && join.length <= 200 ? { join } : {}));
    } catch (error) {
      return fail(error, request, reply);
    }
  });

  app.post('/session/oidc', async (request, reply) => {
    try {
      assertOwnOrigin(request, site);
      const { session } = await toVisit(request, reply, options);
      if (session?.is_fresh !== true) throw staleProof();
      return { url: await begin(reply, { link: session.user_id }) };
    } catch (error) {
      return sendError(reply, toApiError(error), request.id);
    }
  });

  app.get('/session/oidc/callback', async (request, reply) => {
    try {
      const begun = people.unseal('oidc', readCookie(request, site, COOKIE) ?? '') as Begun | undefined;
      setCookie(reply, site, COOKIE, '', 0);
      if (begun === undefined || !(await personTokens.spend(people.system, `oidc ${begun.state}`)))
        throw rejected('This sign-in took too long, or began in another browser. Begin again.');
      const claims = await claimsOf(request, begun);
      const visit = await toVisit(request, reply, options);
      const identity = {
        issuer: claims.iss,
        subject: claims.sub,
        name: typeof claims.name === 'string' && claims.name.trim() !== '' ? claims.name.slice(0, 100) : 'New member',
        address: typeof claims.email === 'string' ? claims.email : undefined,
        // Nothing but true counts: some providers send the text "false".
        isProved: claims.email_verified === true,
      };
      if (begun.link !== undefined) {
        if (visit.session?.user_id !== begun.link) throw rejected('You have signed out meanwhile. Begin again.');
        const owner = await identities.find(people.system, identity);
        if (owner !== undefined && owner !== begun.link) throw rejected('Another person here uses this sign-in.');
        if (owner === undefined) await identities.add(people.system, begun.link, identity);
        return reply.header('cache-control', 'no-store').redirect('../../sign-in');
      }
      const userId =
        (await identities.find(people.system, identity)) ??
        (begun.join === undefined ? undefined : await joinByIdentity(visit, begun.join, identity));
      if (userId === undefined)
        throw rejected('Nobody here is known by this sign-in. Open your invitation and choose it there.');
      await visit.signIn(userId);
      return reply.header('cache-control', 'no-store').redirect('../../sign-in');
    } catch (error) {
      return fail(error, request, reply);
    }
  });

  async function claimsOf(request: FastifyRequest, { state, nonce, verifier }: Begun): Promise<oauth.IDToken> {
    const found = await discovered();
    try {
      const parameters = oauth.validateAuthResponse(found, client, new URL(request.url, people.pageUrl('/')), state);
      const response = await oauth.authorizationCodeGrantRequest(
        found,
        client,
        oauth.ClientSecretPost(settings.clientSecret),
        parameters,
        redirectUri(),
        verifier,
        http,
      );
      const tokens = await oauth.processAuthorizationCodeResponse(found, client, response, {
        expectedNonce: nonce,
        requireIdToken: true,
      });
      await oauth.validateApplicationLevelSignature(found, response, http);
      return oauth.getValidatedIdTokenClaims(tokens) as oauth.IDToken;
    } catch (error) {
      if (error instanceof oauth.AuthorizationResponseError) throw rejected(`The provider says: ${error.error}.`);
      throw rejected(`The answer of the provider is not valid: ${(error as Error).message}`);
    }
  }

  function fail(error: unknown, request: FastifyRequest, reply: FastifyReply) {
    const known = error instanceof ApiError ? error : undefined;
    if (known === undefined) options.onFault(request, error);
    return sendPage(reply, known?.status ?? 500, {
      title: 'You are not signed in',
      content: html`<p role="alert">${known?.message ?? 'Something went wrong here. Try again.'}</p>
<p><a href="${people.pageUrl('/sign-in')}">Back to sign in</a></p>`,
    });
  }
}

function rejected(message: string): ApiError {
  return new ApiError('permission_denied', message, undefined, 'auth.oidc_rejected');
}

function unreachable(error: Error): ApiError {
  return new ApiError('unavailable', `The provider cannot be reached at the moment: ${error.message}`, {
    retry_after: 5,
  });
}
