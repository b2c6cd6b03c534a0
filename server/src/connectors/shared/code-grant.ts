import { z } from 'zod';
import type { Code, ConsentRequest, Grant } from '../core/connecting.ts';
import type { PlatformError } from '../core/platform-error.ts';
import type { AppSession, PlatformAnswer } from '../core/session.ts';
import { callPlatform, lenient, refused } from './platform-call.ts';
import type { ClientProof } from './refresh-grant.ts';

/** The address of a consent page with the parameters of OAuth 2: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.1 */
export function consentUrl(
  page: string,
  { app, redirectUri, state, scopes, codeChallenge }: ConsentRequest,
  { separator = ' ', ...more }: { readonly separator?: string; readonly [parameter: string]: string | undefined } = {},
): string {
  const url = new URL(page);
  const parameters = {
    response_type: 'code',
    client_id: app.clientId,
    redirect_uri: redirectUri,
    scope: scopes.join(separator),
    state,
    ...(codeChallenge === undefined ? {} : { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

const lifetime = z
  .union([z.number(), z.string().regex(/^\d{1,12}$/)])
  .transform(Number)
  .pipe(z.number().positive().max(1e10));

/** A token answer as most platforms give it. */
export const CodeAnswer = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(lifetime),
  scope: lenient(z.string()),
});

interface CodeGrant {
  readonly url: string;
  readonly client: ClientProof;
  readonly refusal: (answer: PlatformAnswer) => PlatformError | undefined;
  /** Further fields of the form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly answer?: z.ZodType<z.output<typeof CodeAnswer>>;
}

/** The code grant of OAuth 2: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3. A code works once. */
export async function codeGrant(
  session: AppSession,
  { code, redirectUri, codeVerifier }: Code,
  { url, client, refusal, form, answer = CodeAnswer }: CodeGrant,
): Promise<Grant> {
  const fields = {
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(codeVerifier === undefined ? {} : { code_verifier: codeVerifier }),
    ...client.form,
    ...form,
  };
  const request = { method: 'POST', url, headers: client.headers ?? {}, body: { form: fields } } as const;
  const { value } = await callPlatform(session, { purpose: 'read', request, answer, refusal });
  const { access_token, refresh_token, expires_in, scope } = value;
  return {
    tokens: {
      accessToken: access_token,
      ...(refresh_token === undefined ? {} : { refreshToken: refresh_token }),
      ...(expires_in === undefined ? {} : { expiresAt: expiresAt(session, expires_in) }),
    },
    ...(scope === undefined ? {} : { scopes: scope.split(/[\s,]+/).filter(Boolean) }),
  };
}

export function expiresAt({ now }: Pick<AppSession, 'now'>, seconds: number): string {
  return new Date(now().getTime() + seconds * 1000).toISOString();
}

const Refusal = z.object({ error: z.string(), error_description: lenient(z.string()) });

/** The refusals that the standard names: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function codeRefusal({ status, json }: PlatformAnswer): PlatformError | undefined {
  if (status === 429) return refused('rate_limited', 'Too many requests', status);
  const parsed = Refusal.safeParse(json);
  if (!parsed.success || status >= 500) return undefined;
  const { error, error_description: words = error } = parsed.data;
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return refused('forbidden', words, status, { platformCode: 'invalid_client' });
  return refused('rejected', words, status, { platformCode: error, field: 'code' });
}
