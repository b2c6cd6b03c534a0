import { z } from 'zod';
import type { Connecting } from '../../core/connecting/connecting.ts';
import { PlatformError } from '../../core/platform-error.ts';
import type { AppCredentials, AppSession } from '../../core/session.ts';
import { callPlatform, lenient } from '../shared/call-platform.ts';
import { codeGrant, codeRejection, consentUrl, revocationRejection } from '../shared/code-grant.ts';
import { inForm } from '../shared/refresh-grant.ts';

const REQUIRED = ['read', 'write:statuses', 'write:media'];
const SCOPES = [...REQUIRED, 'write:favourites', 'write:conversations', 'write:notifications'];

/**
 * https://docs.joinmastodon.org/client/token/: every instance is a server of its own, with an app of its own for us.
 */
export const connecting: Connecting = {
  kind: 'oauth',
  oauth: {
    scopes: SCOPES,
    requiredScopes: REQUIRED,
    pkce: true,
    server: {
      field: 'instance',
      question: {
        title: 'Your server',
        description: 'The part of your handle after the second @, such as mastodon.social',
      },
      hosts: hostsOf,
      register,
    },
    authorizeUrl: (request) => consentUrl(`${request.hosts.api}/oauth/authorize`, request),
    exchange: (session, code) =>
      codeGrant(session, code, {
        url: `${session.hosts.api}/oauth/token`,
        client: inForm(session.app),
        form: { scope: SCOPES.join(' ') },
        rejection: codeRejection,
      }),
  },
  async revoke(session) {
    const form = { ...inForm(session.app).form, token: session.tokens.accessToken };
    const request = { method: 'POST', url: `${session.hosts.api}/oauth/revoke`, body: { form } } as const;
    await callPlatform(session, { purpose: 'read', request, response: z.unknown(), rejection: revocationRejection });
  },
};

/** `mastodon.social`, `https://mastodon.social/` or `@me@mastodon.social`. */
export function hostsOf(name: string): { api: string } | undefined {
  const host = /^(?:https:\/\/|@?[\w.]{1,100}@)?([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::\d{1,5})?)\/?$/i.exec(
    name.trim(),
  )?.[1];
  const url = host === undefined ? null : URL.parse(`https://${host.toLowerCase()}`);
  return url === null || url.hostname === '' ? undefined : { api: url.origin };
}

const Instance = z.object({ version: z.string().min(1), configuration: z.object({ statuses: z.unknown() }) });
/** Servers before Mastodon 4.0 and other software describe themselves like this. */
const OldInstance = z.object({ version: z.string().min(1), uri: z.string().min(1) });
const App = z.object({ client_id: z.string().min(1).max(500), client_secret: z.string().min(1).max(500) });

/**
 * Checks that the server is a Mastodon before it gets anything, then registers our app:
 * https://docs.joinmastodon.org/methods/apps/#create
 */
async function register(session: Omit<AppSession, 'app'>, redirectUri: string): Promise<AppCredentials> {
  const base = session.hosts.api;
  await ask(session, { method: 'GET', url: `${base}/api/v2/instance` }, Instance).catch(async (error) => {
    if (!(error instanceof PlatformError) || error.facts.status !== 404) throw error;
    await ask(session, { method: 'GET', url: `${base}/api/v1/instance` }, OldInstance).catch(() =>
      Promise.reject(error),
    );
  });
  const form = { client_name: 'Hubbub', redirect_uris: redirectUri, scopes: SCOPES.join(' ') };
  const app = await ask(session, { method: 'POST', url: `${base}/api/v1/apps`, body: { form } }, App);
  return { clientId: app.client_id, clientSecret: app.client_secret };
}

async function ask<Schema extends z.ZodType>(
  session: Omit<AppSession, 'app'>,
  request: Parameters<AppSession['http']['send']>[0],
  response: Schema,
): Promise<z.output<Schema>> {
  return (await callPlatform(session, { purpose: 'read', request, response, rejection })).value;

  function rejection({ status, headers, json }: Awaited<ReturnType<AppSession['http']['send']>>) {
    if (status >= 300 && status < 400) {
      const target = URL.parse(headers.location ?? '')?.host;
      return new PlatformError(
        'rejected',
        `It leads elsewhere${target === undefined ? '' : `, to ${target.slice(0, 200)}`}; name that server.`,
      );
    }
    if (status >= 500 || status === 429) return undefined;
    const words = z.object({ error: lenient(z.string()) }).safeParse(json).data?.error;
    return new PlatformError('rejected', words?.slice(0, 300) ?? 'It does not respond as a Mastodon server does.', {
      status,
    });
  }
}
