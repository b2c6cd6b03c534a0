import { z } from 'zod';
import type { Code, ConsentRequest, Grant } from '../../core/connecting/connecting.ts';
import { INVALID_CLIENT, PlatformError } from '../../core/platform-error.ts';
import type { AppSession, PlatformResponse } from '../../core/session.ts';
import { compact } from '../../lib/compact.ts';
import { callPlatform, lenient, optionalText, platformError } from './call-platform.ts';
import type { ClientProof } from './refresh-grant.ts';
import { tokensOf } from './tokens.ts';

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
    code_challenge: codeChallenge,
    code_challenge_method: codeChallenge && 'S256',
    ...more,
  };
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}

const lifetime = z
  .union([z.number(), z.string().regex(/^\d{1,12}$/)])
  .transform(Number)
  .pipe(z.number().positive().max(1e10));

/** A token response as most platforms send it. */
export const CodeResponse = z.object({
  access_token: z.string().min(1),
  refresh_token: lenient(z.string().min(1)),
  expires_in: lenient(lifetime),
  scope: optionalText,
});

interface CodeGrant {
  readonly url: string;
  readonly client: ClientProof;
  readonly rejection: (response: PlatformResponse) => PlatformError | undefined;
  /** Further fields of the form. */
  readonly form?: Readonly<Record<string, string>>;
  readonly response?: z.ZodType<z.output<typeof CodeResponse>>;
}

/** The code grant of OAuth 2: https://www.rfc-editor.org/rfc/rfc6749#section-4.1.3. A code works once. */
export async function codeGrant(
  session: AppSession,
  { code, redirectUri, codeVerifier }: Code,
  { url, client, rejection, form, response = CodeResponse }: CodeGrant,
): Promise<Grant> {
  const fields = compact({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: codeVerifier,
    ...client.form,
    ...form,
  });
  const request = { method: 'POST', url, headers: client.headers ?? {}, body: { form: fields } } as const;
  const { value } = await callPlatform(session, { purpose: 'read', request, response, rejection });
  const scopes = value.scope?.split(/[\s,]+/).filter(Boolean);
  return compact({ tokens: tokensOf(session, value), scopes });
}

const Rejection = z.object({ error: z.string(), error_description: optionalText });

/** Error responses of the standard in our words: https://www.rfc-editor.org/rfc/rfc6749#section-5.2 */
export function codeRejection({ status, json }: PlatformResponse): PlatformError | undefined {
  if (status === 429) return platformError('rate_limited', 'Too many requests', status);
  const parsed = Rejection.safeParse(json);
  if (!parsed.success || status >= 500) return undefined;
  const { error, error_description: message = error } = parsed.data;
  if (error === 'invalid_client' || error === 'unauthorized_client')
    return platformError('forbidden', message, status, { platformCode: INVALID_CLIENT });
  return platformError('rejected', message, status, { platformCode: error, field: 'code' });
}

/**
 * Error responses to a revocation: an unknown token has ended already. Other platforms answer it with a success, by
 * https://www.rfc-editor.org/rfc/rfc7009#section-2.2.
 */
export function revocationRejection(response: PlatformResponse): PlatformError | undefined {
  const error = codeRejection(response);
  const isUnknown = /^(invalid_token|invalid_grant|access_token_invalid)$/.test(error?.facts.platformCode ?? '');
  return isUnknown ? new PlatformError('auth_expired', error?.message ?? '') : error;
}
