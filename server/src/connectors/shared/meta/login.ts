import { z } from 'zod';
import type { Code, Grant, OAuth } from '../../../core/connecting/connecting.ts';
import { INVALID_CLIENT, type PlatformError } from '../../../core/platform-error.ts';
import type { AppSession, PlatformResponse } from '../../../core/session.ts';
import { compact } from '../../../lib/compact.ts';
import { callPlatform, lenient, platformError } from '../call-platform.ts';
import { consentUrl } from '../code-grant.ts';
import { inForm } from '../refresh-grant.ts';
import { tokensOf } from '../tokens.ts';
import { callGraph, type GraphApi } from './graph.ts';
import { longToken } from './token.ts';

const words = z
  .union([z.string(), z.array(z.string())])
  .transform((given) =>
    (typeof given === 'string' ? given.split(',') : given).map((scope) => scope.trim()).filter(Boolean),
  );
const short = z.object({ access_token: z.string().min(1), permissions: lenient(words) });
/** The documentation wraps the response in a list; the real response is not always wrapped. */
const ShortToken = z.union([
  short,
  z.object({ data: z.tuple([short]).rest(z.unknown()) }).transform(({ data }) => data[0]),
]);

/** The login of a product with its own hosts. */
interface MetaLogin {
  readonly scopes: readonly string[];
  readonly requiredScopes: readonly string[];
  /** The host key of its token endpoint. */
  readonly tokenHost: string;
  readonly api: GraphApi;
  /** The grant type that exchanges a token of an hour for one of sixty days. */
  readonly grantType: string;
}

/** The login of Instagram and Threads: the code gives a token of an hour, the exchange one of sixty days. */
export function metaLogin({ scopes, requiredScopes, tokenHost, api, grantType }: MetaLogin): OAuth {
  return {
    scopes,
    requiredScopes,
    authorizeUrl: (request) => consentUrl(`${request.hosts.www}/oauth/authorize`, request, { separator: ',' }),
    exchange: (session, code) =>
      exchangeCode(session, code, { tokenUrl: `${session.hosts[tokenHost]}/oauth/access_token`, api, grantType }),
  };
}

async function exchangeCode(
  session: AppSession,
  { code, redirectUri }: Code,
  { tokenUrl, api, grantType }: { readonly tokenUrl: string; readonly api: GraphApi; readonly grantType: string },
): Promise<Grant> {
  const form = {
    ...inForm(session.app).form,
    grant_type: 'authorization_code',
    redirect_uri: redirectUri,
    // Browsers append a fragment that is not part of the code.
    code: code.replace(/#_$/, ''),
  };
  const request = { method: 'POST', url: tokenUrl, body: { form } } as const;
  const { value } = await callPlatform(session, {
    purpose: 'read',
    request,
    response: ShortToken,
    rejection: codeRejection,
  });
  const { access_token, permissions } = value;
  const query = { grant_type: grantType, client_secret: session.app.clientSecret, access_token };
  const call = { method: 'GET', path: ['access_token'], query, response: longToken, isUnversioned: true } as const;
  const long = await callGraph({ ...session, tokens: { accessToken: access_token } }, api, call);
  return compact({ tokens: tokensOf(session, long), scopes: permissions });
}

const Rejection = z.union([
  z.object({ error_message: z.string() }).transform(({ error_message }) => error_message),
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
]);

/** The token endpoint has its own error form beside the Graph's. */
function codeRejection({ status, json }: PlatformResponse): PlatformError | undefined {
  if (status === 429) return platformError('rate_limited', 'Too many requests', status);
  const parsed = Rejection.safeParse(json);
  if (!parsed.success || status >= 500) return undefined;
  if (/client secret|platform app|client_id|app id/i.test(parsed.data))
    return platformError('forbidden', parsed.data, status, { platformCode: INVALID_CLIENT });
  return platformError('rejected', parsed.data, status, { field: 'code' });
}
