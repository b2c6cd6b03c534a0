import { json } from '../../core/calls/response.ts';
import type { Call, PlatformResponse } from '../../core/platform.ts';
import type { Store } from './store.ts';

/** How an app proves who it is: https://docs.x.com/fundamentals/authentication/oauth-2-0/bearer-tokens */
/** The app's own bearer token: one per app, without an end. */
export function appToken(store: Store, call: Call): PlatformResponse {
  const { world } = store;
  if (basicCredentials(call) !== `${world.app.client_id}:${world.app.client_secret}`)
    return json(
      { errors: [{ code: 99, message: 'Unable to verify your credentials', label: 'authenticity_token_error' }] },
      403,
    );
  if (call.input('grant_type') !== 'client_credentials')
    return json(
      {
        errors: [
          { code: 170, message: 'Missing required parameter: grant_type', label: 'forbidden_missing_parameter' },
        ],
      },
      403,
    );
  const present = store.appTokens.get('app')?.value;
  const value = present ?? `${'A'.repeat(22)}%2F${world.ids.text('', 40)}`;
  if (present === undefined)
    call.effect(() => {
      world.tokens.issue({ kind: 'access', account: null, value });
      store.appTokens.put('app', { value });
    });
  return json({ token_type: 'bearer', access_token: value });
}

/** With a secret in the Authorization header, or as a public client that only names itself. */
export function checkClient({ world }: Store, call: Call): PlatformResponse | undefined {
  const given = basicCredentials(call);
  const isGood =
    given === undefined
      ? call.input('client_id') === world.app.client_id
      : given === `${world.app.client_id}:${world.app.client_secret}`;
  return isGood ? undefined : reject('unauthorized_client', 'Missing valid authorization header', 401);
}

function basicCredentials(call: Call): string | undefined {
  const [, encoded] = /^Basic\s+(\S.*)$/i.exec(call.headers.authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const [id = '', secret = ''] = Buffer.from(encoded, 'base64').toString('utf8').split(':');
  return [id, secret].map(decode).join(':');
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function reject(error: string, description: string, status = 400): PlatformResponse {
  return json({ error, error_description: description }, status);
}
